import type { Protocol } from "devtools-protocol";
import { describe, expect, it } from "vitest";
import { clickableIds } from "../dist/tsc/verbs/clickables.js";

type Node = readonly [name: string, parent: number, cursor?: string, listens?: boolean];

function snapshot(nodes: readonly Node[]): Protocol.DOMSnapshot.CaptureSnapshotResponse {
  const strings = [...new Set(nodes.flatMap(([name, , cursor]) => [name, cursor ?? "auto"]))];
  const at = (text: string): number => strings.indexOf(text);
  const document = {
    nodes: {
      parentIndex: nodes.map(([, parent]) => parent),
      nodeName: nodes.map(([name]) => at(name)),
      backendNodeId: nodes.map((_, index) => 100 + index),
      isClickable: {
        index: nodes.flatMap(([, , , listens], index) => (listens ? [index] : [])),
      },
    },
    layout: {
      nodeIndex: nodes.map((_, index) => index),
      styles: nodes.map(([, , cursor]) => [at(cursor ?? "auto")]),
    },
  };
  // Only what is read of it.
  return {
    documents: [document],
    strings,
  } as unknown as Protocol.DOMSnapshot.CaptureSnapshotResponse;
}

describe("elements that take clicks without a role", () => {
  it("are those that listen, and the outermost that show a hand", () => {
    const ids = clickableIds(
      snapshot([
        ["HTML", -1, "auto", true],
        ["BODY", 0, "auto", true],
        ["DIV", 1, "auto", true],
        ["DIV", 1, "pointer"],
        ["SPAN", 3, "pointer"],
        ["#text", 4, "pointer"],
        ["LABEL", 1, "pointer", true],
        ["P", 1],
      ]),
    );

    expect(ids).toEqual([102, 103]);
  });
});
