import type { Protocol } from "devtools-protocol";
import type { Attempt } from "./Attempt.js";

/** One frame of a tab, and the CDP session that reaches it. */
export interface FramePlace {
  readonly frameId: string;
  readonly loaderId: string;
  readonly url: string;
  readonly parentId: string | undefined;
  /** Of the tab itself: undefined; a frame of another process has its own. */
  readonly sessionId: string | undefined;
}

/** An iframe of another process that does not answer is left out, and holds nothing up. */
const CHILD_MS = 1000;

/** Every frame that answers, the main frame first. */
export async function listFrames(attempt: Attempt): Promise<readonly FramePlace[]> {
  const children = attempt.context.cdp.children().filter(({ type }) => type === "iframe");
  const [root, ...inner] = await Promise.all([
    attempt.send("Page.getFrameTree"),
    ...children.map(({ sessionId }) =>
      attempt
        .send("Page.getFrameTree", undefined, { sessionId, deadlineMs: CHILD_MS })
        .then(({ frameTree }) => places(frameTree, sessionId))
        .catch(() => {
          attempt.throwIfEnded();
          return [];
        }),
    ),
  ]);
  attempt.watch.mainFrameId = root.frameTree.frame.id;
  return [...places(root.frameTree, undefined), ...inner.flat()];
}

function places(
  tree: Protocol.Page.FrameTree,
  sessionId: string | undefined,
): readonly FramePlace[] {
  const { id, loaderId, url, parentId } = tree.frame;
  const own: FramePlace = { frameId: id, loaderId, url, parentId, sessionId };
  return [own, ...(tree.childFrames ?? []).flatMap((child) => places(child, sessionId))];
}

/** How a command reaches a frame. */
export function inFrame({ sessionId }: FramePlace): { readonly sessionId?: string } {
  return sessionId === undefined ? {} : { sessionId };
}

/** Names a node of the whole tab: node ids count anew in each process. */
export function keyOf({ sessionId = "" }: FramePlace, backendNodeId: number | undefined): string {
  return `${sessionId}:${backendNodeId}`;
}
