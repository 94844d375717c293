/** The text of a JSON string's inside, or undefined when its escapes are not JSON's. */
export function decodeString(raw: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === "string" ? value : undefined;
  } catch {
    // The grammar is all that is asked; the caller drops the text.
    return undefined;
  }
}

/** For each unit of the decoded text where its escape begins; one longer than the text. */
export function stringOrigin(raw: string): number[] {
  const origin: number[] = [];
  for (let at = 0; at < raw.length; ) {
    origin.push(at);
    if (raw.charCodeAt(at) !== 92) at += 1;
    else at += raw.charCodeAt(at + 1) === 117 ? 6 : 2;
  }
  origin.push(raw.length);
  return origin;
}

/** Writes a replacement inside a JSON string. */
export function encodeInString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
