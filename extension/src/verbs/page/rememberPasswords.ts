declare global {
  /** Of the verbs' world: fields that were of type password at some time. */
  var bskPasswords: WeakSet<Element> | undefined;
}

/**
 * Runs in every document before its scripts: a field that was a password stays one for bsk, also
 * after the page shows it as text.
 */
export function rememberPasswords(): void {
  if (globalThis.bskPasswords) return;
  const passwords = new WeakSet<Element>();
  globalThis.bskPasswords = passwords;
  new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      if (oldValue?.toLowerCase() === "password") passwords.add(target as Element); // only elements have attributes
    }
  }).observe(document, {
    subtree: true,
    attributeFilter: ["type"],
    attributeOldValue: true,
  });
}
