/** The isolated world of the verbs: the page's scripts can neither see nor change what runs there. */
export const VERB_WORLD = "bsk-verbs";

// A function declared in the page is cut off from its module: it may only name the page's globals
// and the functions that come along. Bundling keeps that true as long as names are not decorated
// (esbuild's `keepNames`).
type PageFunction = (this: Element, ...args: never[]) => unknown;

/** The text of a function for `Runtime.callFunctionOn`, together with the functions that it calls. */
export function pageFunction(main: PageFunction, ...helpers: readonly unknown[]): string {
  return `function (...args) { ${helpers.map(String).join("\n")}\nreturn (${main}).apply(this, args); }`;
}
