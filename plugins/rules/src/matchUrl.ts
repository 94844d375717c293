/** Whether a URL is what the pattern says, as a whole: `*` stands for anything, all else for itself. */
export function matchUrl(pattern: string, url: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  const tail = rest.pop();
  if (tail === undefined) return url === pattern;
  if (!url.startsWith(head) || url.length < head.length + tail.length) return false;
  if (!url.endsWith(tail)) return false;
  // Each part as early as it can be: the parts behind it then have the most room. No pattern makes this slow.
  let at = head.length;
  const end = url.length - tail.length;
  for (const part of rest) {
    const found = url.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
