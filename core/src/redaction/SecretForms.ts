const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * One case, one sign for every blank, one for both slashes: forms, paths and the style of a page change them.
 * As long as the text.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : [...text].map(lowerUnit).join("");
  return same.replace(/[\s+]/g, " ").replaceAll("\\", "/").replaceAll("ς", "σ");
}

function lowerUnit(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** What base64 makes of a value at each of the three places it can begin at, without what its neighbours decide. */
export function base64Forms(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  return [0, 1, 2].map((before) => {
    const all = new Uint8Array(before + bytes.length);
    all.set(bytes, before);
    return sextets(all, Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6));
  });
}

function sextets(bytes: Uint8Array, from: number, to: number): string {
  let text = "";
  for (let at = from; at < to; at += 1) {
    const byte = Math.floor((at * 6) / 8);
    const pair = ((bytes[byte] ?? 0) << 8) | (bytes[byte + 1] ?? 0);
    text += BASE64[(pair >> (10 - ((at * 6) % 8))) & 63] ?? "";
  }
  return text;
}
