import { click } from "./click.js";
import { evaluate } from "./evaluate.js";
import { fill } from "./fill.js";
import { navigate } from "./navigate.js";
import { snapshot } from "./snapshot.js";
import type { Verb, VerbMethod } from "./Verb.js";

export { type Ref, RefStore } from "./RefStore.js";
export type { Verb, VerbContext, VerbMethod } from "./Verb.js";

/** Every verb by its method on the wire. */
export const VERBS: { readonly [M in VerbMethod]: Verb<M> } = {
  "page/click": click,
  "page/evaluate": evaluate,
  "page/fill": fill,
  "page/navigate": navigate,
  "page/snapshot": snapshot,
};
