import type { Protocol } from "devtools-protocol";
import type { Attempt } from "./Attempt.js";
import { type FramePlace, inFrame, keyOf } from "./frames.js";

type Snapshot = Protocol.DOMSnapshot.CaptureSnapshotResponse;

/** A page that is too large to be looked at in this time shows what has a role. */
const LOOK_MS = 10_000;
/** Everything in them counts as clicked on, or they are clicked by what they label. */
const NOT_ALONE: ReadonlySet<string> = new Set(["HTML", "BODY", "LABEL", "OPTION", "#document"]);

/** Elements that take clicks: by a listener, or by the hand that they alone show, not what is around them. */
export async function clickables(
  attempt: Attempt,
  frames: readonly FramePlace[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const processes = new Map(frames.map((frame) => [frame.sessionId, frame]));
  await Promise.all(
    [...processes.values()].map(async (frame) => {
      const options = { ...inFrame(frame), deadlineMs: LOOK_MS };
      const snapshot = await attempt
        .long("DOMSnapshot.captureSnapshot", { computedStyles: ["cursor"] }, options)
        .catch(() => attempt.throwIfEnded());
      if (snapshot) for (const id of clickableIds(snapshot)) found.add(keyOf(frame, id));
    }),
  );
  return found;
}

/** Backend node ids. */
export function clickableIds({ documents, strings }: Snapshot): readonly number[] {
  return documents.flatMap(({ nodes, layout }) => {
    const { backendNodeId = [], parentIndex = [], nodeName = [], isClickable } = nodes;
    const hand = new Set(
      layout.nodeIndex.filter((_, index) => strings[layout.styles[index]?.[0] ?? -1] === "pointer"),
    );
    const listening = new Set(isClickable?.index);
    return backendNodeId.filter((_, index) => {
      const name = strings[nodeName[index] ?? -1] ?? "";
      if (name.startsWith("#") || NOT_ALONE.has(name)) return false;
      if (listening.has(index)) return true;
      return hand.has(index) && !hand.has(parentIndex[index] ?? -1);
    });
  });
}
