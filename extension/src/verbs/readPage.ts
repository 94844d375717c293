import type { KnownSecrets } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import { type AxNode, axTree } from "./axNodes.js";
import { clickables } from "./clickables.js";
import { type FramePlace, inFrame, keyOf, listFrames } from "./frames.js";
import { callOn, resolveNode, worldOf } from "./Handle.js";
import { DESCRIBE_FIELD, type FieldFacts } from "./page/describeField.js";
import { isSecret } from "./secretFacts.js";

/** A page with all its frames, as the accessibility tree has it. */
export interface PageTree {
  readonly main: FramePlace;
  readonly root: AxNode | undefined;
  readonly frames: readonly FramePlace[];
  /** The document inside a frame element. */
  contentOf(node: AxNode): AxNode | undefined;
  /** Values of secret fields: they may turn up elsewhere in the page too. */
  readonly secrets: readonly string[];
  /** What the session typed. */
  readonly known: KnownSecrets;
  isSecret(node: AxNode): boolean;
  /** It listens for clicks, or shows the hand of a link, though it has no role that says so. */
  isClickable(node: AxNode): boolean;
}

/** A frame that does not answer is left out; the main frame may take longer. */
const CHILD_MS = 2000;
/** That the page lives is known by then; a large one takes its time. */
const READ_MS = 20_000;
/** Fields that are looked at more closely; values of those after them are masked unseen. */
const FIELDS = 500;
/** Shorter values turn up in any text. */
const SECRET_CHARS = 4;
const FIELD_ROLES: ReadonlySet<string> = new Set(
  "textbox searchbox spinbutton combobox TextFieldWithComboBox".split(" "),
);

/** Reads every frame that answers. */
export async function readPage(attempt: Attempt): Promise<PageTree> {
  const frames = await listFrames(attempt);
  const [main, ...inner] = frames;
  if (main === undefined) throw new Error("a tab without a main frame"); // a page always has one
  const trees = new Map<string, AxNode>();
  const read = async (
    frame: FramePlace,
    options: { readonly deadlineMs?: number },
  ): Promise<void> => {
    const { nodes } = await attempt.long(
      "Accessibility.getFullAXTree",
      { frameId: frame.frameId },
      { ...inFrame(frame), ...options },
    );
    const tree = axTree(nodes, frame);
    if (tree) trees.set(frame.frameId, tree);
  };
  await read(main, { deadlineMs: READ_MS });
  const [contents, clickable] = await Promise.all([
    frameElements(attempt, frames),
    clickables(attempt, frames),
    ...inner.map((frame) =>
      read(frame, { deadlineMs: CHILD_MS }).catch(() => attempt.throwIfEnded()),
    ),
  ]);
  const secret = await readSecrets(attempt, [...trees.values()]);
  return {
    main,
    known: attempt.watch.secrets,
    root: trees.get(main.frameId),
    frames,
    contentOf: (node) => trees.get(contents.get(keyOf(node.frame, node.backendNodeId)) ?? ""),
    isClickable: ({ frame, backendNodeId }) => clickable.has(keyOf(frame, backendNodeId)),
    ...secret,
  };
}

/** Frame elements, with the id of the frame in them. */
async function frameElements(
  attempt: Attempt,
  frames: readonly FramePlace[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const look = async ({ frameId, parentId }: FramePlace): Promise<void> => {
    const parent = frames.find((frame) => frame.frameId === parentId);
    if (!parent) return;
    const { backendNodeId } = await attempt.send("DOM.getFrameOwner", { frameId }, inFrame(parent));
    found.set(keyOf(parent, backendNodeId), frameId);
  };
  // A frame that has gone meanwhile has no element.
  await Promise.all(frames.map((frame) => look(frame).catch(() => attempt.throwIfEnded())));
  return found;
}

async function readSecrets(
  attempt: Attempt,
  trees: readonly AxNode[],
): Promise<Pick<PageTree, "secrets" | "isSecret">> {
  const fields = trees.flatMap((tree) => [...fieldsOf(tree)]);
  const seen = fields.slice(0, FIELDS);
  const worlds = new Map<FramePlace, Promise<number>>();
  const open = new Set<AxNode>();
  const secrets = new Set<string>();
  await Promise.all(
    seen.map(async (node) => {
      const facts = await factsOf(attempt, node, worlds);
      if (facts && !isSecret(facts)) open.add(node);
      else if (facts && facts.value.length >= SECRET_CHARS) secrets.add(facts.value);
    }),
  );
  const masked = new Set(fields.filter((node) => !open.has(node)));
  return {
    secrets: [...secrets].sort((a, b) => b.length - a.length),
    isSecret: (node) => masked.has(node),
  };
}

function* fieldsOf(node: AxNode): Generator<AxNode> {
  const isEditable = node.properties.has("editable") && node.properties.get("focusable") === true;
  const isField = FIELD_ROLES.has(node.role) || isEditable || isFile(node);
  if (isField && !node.isIgnored) yield node;
  for (const child of node.children) yield* fieldsOf(child);
}

/** A chooser of files is a button that holds the name of one. */
function isFile({ role, value }: AxNode): boolean {
  return role === "button" && value !== "";
}

async function factsOf(
  attempt: Attempt,
  { frame, backendNodeId }: AxNode,
  worlds: Map<FramePlace, Promise<number>>,
): Promise<FieldFacts | undefined> {
  if (backendNodeId === undefined) return undefined;
  const world = worlds.get(frame) ?? worldOf(attempt, frame);
  worlds.set(frame, world);
  try {
    const executionContextId = await world;
    const handle = await resolveNode(attempt, frame, { backendNodeId, executionContextId });
    return handle && (await callOn<FieldFacts>(attempt, handle, DESCRIBE_FIELD));
  } catch {
    attempt.throwIfEnded();
    return undefined; // nothing is known of it, so its value is masked
  }
}
