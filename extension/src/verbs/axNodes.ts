import type { Protocol } from "devtools-protocol";
import type { FramePlace } from "./frames.js";

type RawNode = Protocol.Accessibility.AXNode;

/** One node of the accessibility tree, with what a snapshot shows of it. */
export interface AxNode {
  readonly frame: FramePlace;
  readonly backendNodeId: number | undefined;
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly isIgnored: boolean;
  readonly children: readonly AxNode[];
}

/** Pages nest deeper than a stack should: what lies below is left out. */
const DEPTH = 200;

/** The tree of one frame from the browser's flat list; undefined when there is none. */
export function axTree(nodes: readonly RawNode[], frame: FramePlace): AxNode | undefined {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const build = (raw: RawNode, depth: number): AxNode => ({
    frame,
    backendNodeId: raw.backendDOMNodeId,
    role: text(raw.role?.value),
    name: text(raw.name?.value),
    value: text(raw.value?.value),
    properties: new Map((raw.properties ?? []).map(({ name, value }) => [name, value.value])),
    isIgnored: raw.ignored,
    children:
      depth >= DEPTH
        ? []
        : (raw.childIds ?? []).flatMap((id) => {
            const child = byId.get(id);
            return child ? [build(child, depth + 1)] : [];
          }),
  });
  const root = nodes.find(({ parentId }) => parentId === undefined) ?? nodes[0];
  return root && build(root, 0);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
