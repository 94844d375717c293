/** `d3f0c2a91b7e4:n12` as `n12`. It goes into next commands: what is no id is `?`. */
export function shortId(id: string): string {
  const short = id.slice(id.indexOf(":") + 1);
  return /^\w{1,40}$/.test(short) ? short : "?";
}

/** At most `width` UTF-16 units, the end cut off. */
export function cutEnd(text: string, width: number): string {
  return text.length <= width ? text : `${head(text, width - 1)}…`;
}

/** At most `width` UTF-16 units, the middle cut out: the end of a URL says as much as its start. */
export function cutMiddle(text: string, width: number): string {
  if (text.length <= width) return text;
  const headChars = Math.ceil((width - 1) / 2);
  return `${head(text, headChars)}…${tail(text, width - 1 - headChars)}`;
}

/** A pair of surrogates is not cut in two. */
function head(text: string, chars: number): string {
  return text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");
}

function tail(text: string, chars: number): string {
  return text.slice(text.length - chars).replace(/^[\uDC00-\uDFFF]/, "");
}
