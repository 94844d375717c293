/** MV3 forbids the first two; they would fail only at run time, and only on the path that needs them. */
const FORBIDDEN = [
  /\bnew Function\b/,
  /\beval\(/,
  // Captured text is never markup: no built file holds a way to make it so.
  /\b(?:inner|outer)HTML\b["'\]]*\s*\+?=(?!=)/,
  /\binsertAdjacentHTML\b/,
  /\bsetHTML\w*\b/,
  /\bdocument\.write/,
  /\bcreateContextualFragment\b/,
  /\bDOMParser\b/,
  /\bsrcdoc\b/i,
];

/** The worker holds a function that reads a page's markup; pages have nothing to read it for. */
const FORBIDDEN_IN_PAGES = [/\b(?:inner|outer)HTML\b/];

/** Throws when a built file holds what the extension's CSP forbids, or what makes markup of text. */
export function refuseForbidden(files) {
  for (const { path, text } of files) {
    const own = path.endsWith("background.js") ? [] : FORBIDDEN_IN_PAGES;
    const found = [...FORBIDDEN, ...own].find((pattern) => pattern.test(text));
    if (found) throw new Error(`${path} holds ${found.source}, which is forbidden`);
  }
}
