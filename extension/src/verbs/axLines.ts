import { redactUrl } from "@bsk/core";
import type { AxNode } from "./axNodes.js";
import { CLOSED_LIST, HOLDS_TEXT, INTERACTIVE, NAMED_BY_CONTENT, TRANSPARENT } from "./axRoles.js";
import { oneLine, quote } from "./quote.js";
import type { Ref } from "./RefStore.js";
import type { PageTree } from "./readPage.js";

export interface Lines {
  readonly tree: string;
  readonly refs: ReadonlyMap<string, Ref>;
  readonly isTruncated: boolean;
}

const NAME_CHARS = 200;
const TEXT_CHARS = 2000;
const VALUE_CHARS = 500;
const OPTIONS = 50;
const MASK = "[redacted]";

export interface LineLimits {
  readonly maxChars: number;
  /** Levels of the tree; what lies deeper is counted. */
  readonly maxDepth: number;
}

/** The accessibility tree as text, one element a line, with a ref for what can be acted on. */
export function axLines(page: PageTree, limits: LineLimits): Lines {
  const writer = new Writer(page, limits);
  if (page.root) writer.children(page.root, 0);
  writer.endText();
  return writer.lines();
}

class Writer {
  readonly #page: PageTree;
  readonly #limits: LineLimits;
  readonly #lines: string[] = [];
  readonly #refs = new Map<string, Ref>();
  #text: { readonly depth: number; readonly parts: string[] } | undefined;
  #chars = 0;
  #leftOut = 0;
  #tooDeep = 0;

  constructor(page: PageTree, limits: LineLimits) {
    this.#page = page;
    this.#limits = limits;
  }

  lines(): Lines {
    const deeper = this.#tooDeep > 0 ? [`… ${this.#tooDeep} deeper`] : [];
    const more = this.#leftOut > 0 ? [`… ${this.#leftOut} more`] : [];
    return {
      tree: [...this.#lines, ...deeper, ...more].join("\n"),
      refs: this.#refs,
      isTruncated: this.#leftOut + this.#tooDeep > 0,
    };
  }

  children(node: AxNode, depth: number): void {
    for (const child of node.children) this.#node(child, depth);
    const content = this.#page.contentOf(node);
    if (content) this.children(content, depth);
  }

  /** Texts that follow each other are one line. */
  endText(): void {
    const text = this.#text;
    this.#text = undefined;
    if (text) this.#write(text.depth, `text ${this.#quote(text.parts.join(" "), TEXT_CHARS)}`);
  }

  #node(node: AxNode, depth: number): void {
    const { role, name } = node;
    if (role === "InlineTextBox" || role === "LineBreak" || role === "ListMarker") return;
    if (role === "StaticText") {
      if (!node.isIgnored && name.trim() !== "") this.#addText(depth, name);
      return;
    }
    if (role === CLOSED_LIST) {
      this.#options(node, depth);
      return;
    }
    const isFocusable = node.properties.get("focusable") === true;
    const isSecret = this.#page.isSecret(node);
    if (!isSecret && !isFocusable && this.#isBareClickable(node)) {
      this.#clickable(node, depth);
      return;
    }
    const isPlain = !isSecret && TRANSPARENT.has(role) && !isFocusable && !isNamedGroup(node);
    if (node.isIgnored || isPlain) {
      this.children(node, depth);
      return;
    }
    this.endText();
    this.#write(depth, this.#line(node, isFocusable), node);
    if (HOLDS_TEXT.has(role) || (node.value !== "" && role !== "combobox")) return;
    if (role === "combobox" && holdsOnly(node, node.value)) return;
    if (isSecret || (this.#isNamed(node, isFocusable) && holdsOnly(node, node.name))) return;
    this.children(node, depth + 1);
    this.endText();
  }

  #isBareClickable(node: AxNode): boolean {
    return !INTERACTIVE.has(node.role) && this.#page.isClickable(node);
  }

  /** Called by the text in it; where there is more than text in it, that follows. */
  #clickable(node: AxNode, depth: number): void {
    const texts: string[] = [];
    const isOnlyText = onlyText(node, texts);
    const name = node.name || texts.join(" ").trim();
    this.endText();
    const named = { ...node, role: "clickable", name };
    this.#write(
      depth,
      `clickable ${this.#quote(name, NAME_CHARS)} @e${this.#refs.size + 1}`,
      named,
    );
    if (isOnlyText) return;
    this.children(node, depth + 1);
    this.endText();
  }

  #options(list: AxNode, depth: number): void {
    const options = [...optionsIn(list)];
    for (const option of options.slice(0, OPTIONS)) {
      const { name, properties } = option;
      const chosen = properties.get("selected") === true ? " [selected]" : "";
      this.#write(depth, `option ${this.#quote(name, NAME_CHARS)}${chosen}`);
    }
    if (options.length > OPTIONS) this.#write(depth, `${options.length - OPTIONS} more options`);
  }

  /** Its line tells its name; else what is in it does, below. */
  #isNamed({ role, name }: AxNode, isFocusable: boolean): boolean {
    return name !== "" && (isFocusable || !NAMED_BY_CONTENT.has(role));
  }

  #line(node: AxNode, isFocusable: boolean): string {
    const { role, name, value } = node;
    const isOwnName = this.#isNamed(node, isFocusable);
    const isWanted = INTERACTIVE.has(role) || isFocusable || isOwnName;
    const parts = [role];
    if (isOwnName) parts.push(this.#quote(name, NAME_CHARS));
    if (isWanted && node.backendNodeId !== undefined) parts.push(`@e${this.#refs.size + 1}`);
    if (this.#page.isSecret(node) && !isEmpty(node)) parts.push("=", MASK);
    else if (value !== "") parts.push("=", this.#quote(value, VALUE_CHARS));
    const url = node.properties.get("url");
    if (role === "link" && typeof url === "string") parts.push("->", this.#link(node, url));
    return [...parts, ...states(node)].join(" ");
  }

  #link({ frame }: AxNode, url: string): string {
    const clean = oneLine(redactUrl(this.#masked(url).slice(0, 2048)), 300, this.#page.known);
    const origin = /^https?:\/\/[^/]+/.exec(frame.url)?.[0];
    return origin !== undefined && clean.startsWith(`${origin}/`)
      ? clean.slice(origin.length)
      : clean;
  }

  #quote(text: string, limit: number): string {
    return quote(this.#masked(text), limit, this.#page.known);
  }

  #masked(text: string): string {
    let clean = this.#page.known.redact(text); // before parts of it are masked
    for (const secret of this.#page.secrets) clean = clean.replaceAll(secret, MASK);
    return clean;
  }

  #addText(depth: number, text: string): void {
    this.#text ??= { depth, parts: [] };
    this.#text.parts.push(text.trim());
  }

  #write(depth: number, line: string, node?: AxNode): void {
    const whole = `${"  ".repeat(Math.min(depth, 40))}- ${line}`;
    if (depth >= this.#limits.maxDepth) {
      this.#tooDeep += 1;
      return;
    }
    if (this.#leftOut > 0 || this.#chars + whole.length + 1 > this.#limits.maxChars) {
      this.#leftOut += 1;
      return;
    }
    this.#chars += whole.length + 1;
    this.#lines.push(whole);
    if (node?.backendNodeId === undefined || !line.includes(` @e${this.#refs.size + 1}`)) return;
    this.#refs.set(`e${this.#refs.size + 1}`, this.#ref(node, node.backendNodeId));
  }

  #ref({ frame, role, name }: AxNode, backendNodeId: number): Ref {
    const { frameId, loaderId } = frame;
    return {
      frameId,
      loaderId,
      backendNodeId,
      role,
      name: oneLine(this.#masked(name), NAME_CHARS, this.#page.known),
    };
  }
}

/** In a label, or in groups, they lie deeper than right below the list. */
function* optionsIn(node: AxNode): Generator<AxNode> {
  for (const child of node.children) {
    if (child.role === "option" && !child.isIgnored) yield child;
    else yield* optionsIn(child);
  }
}

/** A group or a region that the page gave a name says something; one that has none does not. */
function isNamedGroup({ role, name }: AxNode): boolean {
  return name !== "" && /^(?:group|section|rowgroup)$/.test(role);
}

/** Whether all that is in a node is this text, which its line tells. */
function holdsOnly(node: AxNode, told: string): boolean {
  const texts: string[] = [];
  const fold = (text: string): string => text.replace(/\s+/g, "");
  return told !== "" && onlyText(node, texts) && fold(texts.join("")) === fold(told);
}

/** Nothing was typed into it: that is no secret. */
function isEmpty(node: AxNode): boolean {
  const texts: string[] = [];
  return node.value === "" && onlyText(node, texts) && texts.join("").trim() === "";
}

/** Collects the texts in a node; false when it holds more than text. */
function onlyText(node: AxNode, texts: string[]): boolean {
  let isOnly = true;
  for (const child of node.children) {
    if (child.role === "InlineTextBox" || child.role === "LineBreak") continue;
    if (child.role === "StaticText") {
      texts.push(child.name.trim());
      continue;
    }
    if (!child.isIgnored && !TRANSPARENT.has(child.role)) isOnly = false;
    if (!onlyText(child, texts)) isOnly = false;
  }
  return isOnly;
}

const FLAGS = ["disabled", "focused", "required", "readonly", "selected", "modal", "busy"] as const;
const TRISTATE = ["checked", "pressed"] as const;

function states({ role, properties }: AxNode): readonly string[] {
  const found: string[] = [];
  if (role === "generic" && properties.has("editable")) found.push("[editable]");
  const level = properties.get("level");
  if (typeof level === "number") found.push(`[level=${level}]`);
  for (const name of TRISTATE) {
    const value = String(properties.get(name) ?? "false");
    if (value === "true") found.push(`[${name}]`);
    if (value === "mixed") found.push(`[${name}=mixed]`);
  }
  const expanded = properties.get("expanded");
  if (typeof expanded === "boolean") found.push(expanded ? "[expanded]" : "[collapsed]");
  for (const flag of FLAGS) if (properties.get(flag) === true) found.push(`[${flag}]`);
  const invalid = properties.get("invalid");
  if (invalid === "true" || invalid === true) found.push("[invalid]");
  return found;
}
