// The observer. It runs in an isolated world of each document's main frame, where the page's scripts can
// neither see nor change it.
//
// How core uses it: this file is bundled to one script. Core puts the name of its binding (letters, digits,
// `_`) in place of the token below, and gives the script to `Page.addScriptToEvaluateOnNewDocument` with a
// `worldName` and `runImmediately`. The binding, scoped to that world, gets JSON texts (`messages.ts`). Core
// calls the functions below by `Runtime.evaluate` in that world's context. In an iframe nothing is set
// up, and the functions do not exist.
import { Observer } from "./Observer.js";

const BINDING = "__BSK_BINDING__";

declare global {
  /** JSON text of what the page shows (`PageSnapshot`). */
  var __bskSnapshot: (() => string) | undefined;
  /** JSON text of what was measured since it was last told (`ObservedVisit[]`). */
  var __bskVisits: (() => string) | undefined;
  /** Whether the input that comes is the agent's; true ends by itself after five minutes. */
  var __bskAgent: ((isActive: boolean) => void) | undefined;
  /** Takes the observer out of the document. */
  var __bskRemove: (() => void) | undefined;
}

if (globalThis.top === globalThis.self) start();

function start(): void {
  globalThis.__bskRemove?.();
  const observer = new Observer((text) => {
    const binding: unknown = Reflect.get(globalThis, BINDING);
    if (typeof binding === "function") binding(text);
  });
  globalThis.__bskSnapshot = () => observer.snapshot();
  globalThis.__bskVisits = () => observer.visits();
  globalThis.__bskAgent = (isActive) => observer.agent(isActive);
  globalThis.__bskRemove = () => {
    observer.remove();
    globalThis.__bskSnapshot = undefined;
    globalThis.__bskVisits = undefined;
    globalThis.__bskAgent = undefined;
    globalThis.__bskRemove = undefined;
  };
}
