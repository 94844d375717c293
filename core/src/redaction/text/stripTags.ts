/** A text without tags, and where each of its units begins and ends in the one with them. */
export interface Stripped {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const TAG = /<(\/?)([A-Za-z][\w:-]{0,40})[^<>]{0,2000}>/g;
const LINE = /^(?:br|div|p|li|tr)$/i;

/** What markup shows: its tags left out, and a line's end where a line ends. */
export function stripTags(markup: string): Stripped {
  const starts = new Uint32Array(markup.length);
  const ends = new Uint32Array(markup.length);
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  const keep = (end: number): void => {
    for (let at = done; at < end; at += 1, length += 1) {
      starts[length] = at;
      ends[length] = at + 1;
    }
    parts.push(markup.slice(done, end));
  };
  for (const { 0: tag, 1: close, 2: name = "", index } of markup.matchAll(TAG)) {
    keep(index);
    done = index + tag.length;
    if (!LINE.test(name) || (close === "" && name.toLowerCase() !== "br")) continue;
    starts[length] = index;
    ends[length] = done;
    length += 1;
    parts.push("\n");
  }
  keep(markup.length);
  return { text: parts.join(""), starts, ends };
}
