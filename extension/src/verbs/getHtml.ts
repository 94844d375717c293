import { errors, type KnownSecrets, redactText } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { listFrames } from "./frames.js";
import { callOn, findIn, type Handle, releaseAll } from "./Handle.js";
import { locateOnce } from "./locate.js";
import { MARKUP, type Markup, rootElement } from "./page/markup.js";
import { isSecret } from "./secretFacts.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 4000;
const DEFAULT_BYTES = 65_536;
/** Read twice beyond the limit: what a cut may have halved is left out, and masks make the rest shorter. */
const MARGIN = 8192;
const FIELDS = 2000;
/** Shorter values turn up in any text. */
const SECRET_CHARS = 4;
const MASK = "[redacted]";

/** The page's markup, or one element's, redacted. */
export const getHtml: Verb<"page/get-html"> = (params, context) => {
  const { target, max_bytes: maxBytes = DEFAULT_BYTES, timeout_ms: ms = DEFAULT_MS } = params;
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    const handle =
      target === undefined ? await wholePage(attempt) : await locateOnce(attempt, target);
    const found = await callOn<Markup>(attempt, handle, MARKUP, maxBytes + 2 * MARGIN, FIELDS);
    releaseAll(attempt, [handle.frame]);
    const { text: masked, isWhole } = withoutSecrets(found, attempt.watch.secrets);
    const clean = redactText(masked);
    // What a cut has halved is not known any more, and masks may have moved it to where it would be shown.
    const html = cutBytes(isWhole ? clean : clean.slice(0, -MARGIN), maxBytes);
    const omitted = found.totalChars - found.html.length + clean.length - html.text.length;
    return {
      url: attempt.watch.url(handle.frame.url),
      html: html.text,
      bytes: html.bytes,
      truncated: omitted > 0,
      ...(omitted > 0 ? { omitted_chars: omitted } : {}),
      ...(found.unread > 0 ? { unread_fields: found.unread } : {}),
    };
  });
};

async function wholePage(attempt: Attempt): Promise<Handle> {
  const [main] = await listFrames(attempt);
  const found = main && (await findIn(attempt, main, String(rootElement)));
  if (!found) throw errors.documentEmpty(attempt.context.tabId, attempt.context.session);
  return found;
}

/**
 * Without what no word near it gives away: the value of a field that is a secret by its type or name. `isWhole`:
 * nothing at the end is half of something.
 */
function withoutSecrets(
  found: Markup,
  known: KnownSecrets,
): { readonly text: string; readonly isWhole: boolean } {
  const secrets = found.fields
    .filter((field) => field.value.length >= SECRET_CHARS && isSecret(field))
    .map(({ value }) => value)
    .sort((a, b) => b.length - a.length);
  const html = known.redact(found.html); // before parts of it are masked
  let text = found.unread > 0 ? withoutValues(html) : html;
  let isWhole = found.totalChars === found.html.length;
  for (const secret of new Set(secrets.flatMap((value) => [value, escaped(value)]))) {
    text = text.replaceAll(secret, MASK);
    if (isWhole || secret.length <= MARGIN) continue;
    const halved = text.indexOf(secret.slice(0, MARGIN), Math.max(0, text.length - secret.length));
    if (halved < 0) continue;
    text = text.slice(0, halved) + MASK;
    isWhole = true;
  }
  return { text, isWhole };
}

/** Without the value of any field. */
function withoutValues(html: string): string {
  return html
    .replace(/(<input\b(?:[^>"]|"[^"]*")*?\svalue=")[^"]*/gi, `$1${MASK}`)
    .replace(/(<textarea\b(?:[^>"]|"[^"]*")*>)[\s\S]*?(?=<\/textarea|$)/gi, `$1${MASK}`);
}

/** As the browser writes it in an attribute. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("\u00a0", "&nbsp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The longest beginning of so many bytes of UTF-8. */
function cutBytes(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly bytes: number } {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return { text, bytes: bytes.length };
  let end = maxBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1; // not within a character
  return { text: new TextDecoder().decode(bytes.subarray(0, end)), bytes: end };
}
