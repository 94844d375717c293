import { click } from "./click.js";
import { dialog } from "./dialog.js";
import { evaluate } from "./evaluate.js";
import { fill } from "./fill.js";
import { blur, focus, scrollTo } from "./focus.js";
import { getHtml } from "./getHtml.js";
import { navigateBack, navigateForward, reload } from "./history.js";
import { hover } from "./hover.js";
import { navigate } from "./navigate.js";
import { consoleMessages, networkRows } from "./passive.js";
import { press } from "./press.js";
import { screenshot } from "./screenshot.js";
import { select } from "./select.js";
import { snapshot } from "./snapshot.js";
import type { Verb, VerbMethod } from "./Verb.js";
import { waitForElement } from "./waitForElement.js";
import { waitForNavigation } from "./waitForNavigation.js";
import { wheel } from "./wheel.js";

export { howOf } from "./howOf.js";
export { allowedUrl } from "./navigate.js";
export { PageWatch } from "./PageWatch.js";
export { keyBefore } from "./press.js";
export { type Ref, RefStore } from "./RefStore.js";
export { SessionSecrets, type TextPlace } from "./SessionSecrets.js";
export type { Verb, VerbContext, VerbMethod } from "./Verb.js";

/** Every verb by its method on the wire. */
export const VERBS: { readonly [M in VerbMethod]: Verb<M> } = {
  "page/blur": blur,
  "page/click": click,
  "page/console": consoleMessages,
  "page/dialog": dialog,
  "page/evaluate": evaluate,
  "page/fill": fill,
  "page/focus": focus,
  "page/get-html": getHtml,
  "page/hover": hover,
  "page/navigate": navigate,
  "page/navigate-back": navigateBack,
  "page/navigate-forward": navigateForward,
  "page/network": networkRows,
  "page/press": press,
  "page/reload": reload,
  "page/screenshot": screenshot,
  "page/scroll-to": scrollTo,
  "page/select": select,
  "page/snapshot": snapshot,
  "page/wait-for-element": waitForElement,
  "page/wait-for-navigation": waitForNavigation,
  "page/wheel": wheel,
};
export { withoutSecrets } from "./withoutSecrets.js";
