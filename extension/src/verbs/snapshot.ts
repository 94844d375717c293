import type { ActionResults } from "@bsk/schema";
import { Attempt } from "./Attempt.js";
import { axLines, type LineLimits } from "./axLines.js";
import { releaseAll } from "./Handle.js";
import { isGone } from "./isGone.js";
import { oneLine } from "./quote.js";
import { readPage } from "./readPage.js";
import type { Verb } from "./Verb.js";

const LIMIT_MS = 25_000;
const DEFAULT_CHARS = 16_000;
const TITLE_CHARS = 200;
const MAX_DEPTH = 200;
const TRIES = 3;

/** The page as an accessibility tree; its refs are what the next verbs can name. */
export const snapshot: Verb<"page/snapshot"> = (params, context) =>
  Attempt.run(context, LIMIT_MS, async (attempt) => {
    const { max_chars: maxChars = DEFAULT_CHARS, max_depth: maxDepth = MAX_DEPTH } = params;
    await attempt.prepare();
    for (let tries = 1; ; tries += 1) {
      try {
        return await take(attempt, { maxChars, maxDepth });
      } catch (error) {
        // The page went to another document meanwhile.
        if (tries >= TRIES || !isGone(error)) throw error;
      }
    }
  });

async function take(attempt: Attempt, limits: LineLimits): Promise<ActionResults["page/snapshot"]> {
  const page = await readPage(attempt);
  const { tree, refs, isTruncated } = axLines(page, limits);
  attempt.context.refs.replace(refs);
  releaseAll(attempt, page.frames);
  return {
    url: attempt.watch.url(page.main.url),
    title: oneLine(page.root?.name ?? "", TITLE_CHARS, page.known),
    tree,
    refs: refs.size,
    truncated: isTruncated,
  };
}
