/** MV3 forbids the first two; they would fail only at run time, and only on the path that needs them. */
const FORBIDDEN = [
  /\bnew Function\b/,
  /\beval\(/,
  // Captured text is never markup: no built file holds a way to make it so.
  /\b(?:inner|outer)HTML\b/,
  /\binsertAdjacentHTML\b/,
  /\bsetHTML\w*\b/,
  /\bdocument\.write/,
  /\bcreateContextualFragment\b/,
  /\bDOMParser\b/,
  /\bsrcdoc\b/i,
];

/** Throws when a built file holds what the extension's CSP forbids, or what makes markup of text. */
export function refuseForbidden(files) {
  for (const { path, text } of files) {
    const found = FORBIDDEN.find((pattern) => pattern.test(text));
    if (found) throw new Error(`${path} holds ${found.source}, which is forbidden`);
  }
}
