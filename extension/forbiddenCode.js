/** MV3 forbids both; they would fail only at run time, and only on the path that needs them. */
const FORBIDDEN = [/\bnew Function\b/, /\beval\(/];

/** Throws when a built file holds what the extension's CSP forbids. */
export function refuseForbidden(files) {
  for (const { path, text } of files) {
    const found = FORBIDDEN.find((pattern) => pattern.test(text));
    if (found) throw new Error(`${path} holds ${found.source}, which MV3 forbids`);
  }
}
