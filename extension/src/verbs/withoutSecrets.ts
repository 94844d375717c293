import { BskError, type KnownSecrets } from "@bsk/core";

/**
 * The door by which what a verb says leaves it: no string of its result, or of its error, holds what the tab's
 * session typed into a secret field. `secrets` is asked when the verb is over: it may have typed one.
 */
export async function withoutSecrets<T>(
  secrets: () => KnownSecrets,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return clean(await run(), secrets());
  } catch (error) {
    if (!(error instanceof BskError)) throw error;
    const { code, cause, exitCode } = error;
    const { message, hint, data } = clean(
      { message: error.message, hint: error.hint, data: error.data },
      secrets(),
    );
    if (
      JSON.stringify([message, hint, data]) ===
      JSON.stringify([error.message, error.hint, error.data])
    )
      throw error;
    throw new BskError(code, message, {
      exitCode,
      cause,
      ...(hint === undefined ? {} : { hint }),
      ...(data === undefined ? {} : { data }),
    });
  }
}

/** The same plain data with clean strings. */
function clean<T>(value: T, secrets: KnownSecrets): T {
  return cleaned(value, secrets) as T; // strings by strings, all else as it was
}

function cleaned(value: unknown, secrets: KnownSecrets): unknown {
  if (typeof value === "string") return secrets.redact(value);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cleaned(item, secrets)]),
  );
}
