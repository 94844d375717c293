import type { ConsoleRow } from "@bsk/schema";
import { PageWatch } from "./PageWatch.js";
import type { RingPage } from "./passive/Ring.js";
import type { Verb } from "./Verb.js";

const LIMIT = 50;
const TEXT_CHARS = 1000;

/** Console messages since the tab was attached. */
export const consoleMessages: Verb<"page/console"> = async (params, { cdp }) => {
  const { since = 0, limit = LIMIT, max_text_chars: chars = TEXT_CHARS } = params;
  const page = PageWatch.of(cdp).console.read(since, limit);
  const messages = page.rows.map((row): ConsoleRow => {
    const { stack, ...rest } = row;
    const isCut = row.text.length > chars;
    return {
      ...rest,
      ...(isCut ? { text: row.text.slice(0, chars), truncated: true } : {}),
      ...(params.include_stack && stack ? { stack } : {}),
    };
  });
  return { messages, ...placeIn(page) };
};

/** Answers and failed requests since the tab was attached. */
export const networkRows: Verb<"page/network"> = async (params, { cdp }) => {
  const { since = 0, limit = LIMIT, max_text_chars: chars = TEXT_CHARS } = params;
  const page = PageWatch.of(cdp).network.read(since, limit);
  const requests = page.rows.map((row) => ({ ...row, url: row.url.slice(0, chars) }));
  return { requests, ...placeIn(page) };
};

function placeIn({ nextSince, more, dropped }: RingPage<unknown>) {
  return { next_since: nextSince, more, dropped };
}
