import type { LoggedBody } from "../log/ServerLog.js";

/** The charset that a content type names. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /charset="?([^";\s]+)/i.exec(contentType ?? "")?.[1];
}

export function bytesOf({ base64 }: LoggedBody): Buffer {
  return Buffer.from(base64, "base64");
}

/** The text of bytes in a charset; undefined when they are no text of it. `ignoreBOM` leaves the mark in the text. */
function decoded(bytes: Uint8Array, charset: string, ignoreBOM: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * What a browser may make of a body: in the charset that was declared, else UTF-8, else, where the run says so
 * itself, its own guess; with its byte order mark or without.
 */
export function possibleTexts(
  body: LoggedBody,
  contentType: string | undefined,
  guess: string | undefined,
): readonly string[] {
  const bytes = bytesOf(body);
  const declared = charsetOf(contentType);
  const texts = [declared ?? "utf-8", ...(declared === undefined && guess ? [guess] : [])].flatMap(
    (charset) => [decoded(bytes, charset, false), decoded(bytes, charset, true)],
  );
  return texts.filter((text): text is string => text !== undefined);
}
