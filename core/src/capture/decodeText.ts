/** Bytes as text, and the character set that they were taken for; undefined: UTF-8, as nothing said otherwise. */
export interface DecodedText {
  readonly text: string;
  readonly charset: string | undefined;
}

/** Byte order marks outweigh what was declared, as in a browser. */
const MARKS: readonly (readonly [string, string])[] = [
  ["\xef\xbb\xbf", "utf-8"],
  ["\xfe\xff", "utf-16be"],
  ["\xff\xfe", "utf-16le"],
];

/** Decodes bytes by the character set that was declared, else as UTF-8; undefined when they are no text of either. */
export function decodeText(
  base64: string,
  contentType: string | undefined,
): DecodedText | undefined {
  const raw = atob(base64);
  const bytes = Uint8Array.from(raw, (char) => char.charCodeAt(0));
  const declared = charsetOf(contentType);
  const [, marked] = MARKS.find(([mark]) => raw.startsWith(mark)) ?? [];
  for (const charset of new Set([marked ?? declared ?? "utf-8", "utf-8"])) {
    const text = decodedAs(charset, bytes);
    if (text !== undefined) return { text, charset: declared === undefined ? marked : charset };
  }
  return undefined;
}

/** The character set that a content type declares. */
function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";,]{1,40})/i.exec(contentType ?? "")?.[1];
}

function decodedAs(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not text of it, or no such character set
  }
}
