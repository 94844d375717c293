import { BOUNDS } from "./bounds.js";
import { isControl } from "./controls.js";
import { fold } from "./plainText.js";
import type { SecretFields } from "./SecretFields.js";

export interface PageText {
  readonly text: string;
  readonly isTruncated: boolean;
}

/** Their text is not what the page shows; a field's value is a field's. */
const SKIPPED = new Set(
  "script style noscript template textarea select option datalist head iframe object svg canvas audio video".split(
    " ",
  ),
);

/** What the main frame shows as text, a line for each block, through open shadow roots. */
export function readText(secrets: SecretFields): PageText {
  const reader = new Reader(secrets);
  if (document.body) reader.read(document.body);
  return reader.end();
}

export interface ElementLines {
  /** Each cut; none when it is not shown. */
  readonly lines: readonly string[];
  readonly isTruncated: boolean;
  /** There is text whose opacity is 0: it may be about to fade in. */
  readonly isTransparent: boolean;
}

/** What an eye sees of one element. A part of the page: little of it is looked at. */
export function readLines(element: Element, secrets: SecretFields): ElementLines {
  const reader = new Reader(secrets, {
    elements: BOUNDS.passingElements,
    textChars: BOUNDS.passingChars,
    isOpaque: true,
  });
  reader.read(element);
  const { text, isTruncated } = reader.end();
  const lines = text === "" ? [] : text.split("\n");
  return {
    // One more than is kept, as of a whole page.
    lines: lines.map((line) => line.slice(0, BOUNDS.passedChars + 1)),
    isTruncated,
    isTransparent: reader.isTransparent,
  };
}

/** What is left to do: a node, a node and those after it, or what stands between two of them. */
type Step = Node | { readonly from: Node } | "break" | "space";

interface ReaderBounds {
  readonly elements: number;
  readonly textChars: number;
  /** Of a whole page, what is transparent is read too: pages fade in what is scrolled to. */
  readonly isOpaque?: boolean;
}

class Reader {
  readonly #secrets: SecretFields;
  readonly #lines: string[] = [];
  #line = "";
  /** The line's blanks are drawn: its indentation, and what parts columns. */
  #isKept = false;
  #elements = 0;
  #chars = 0;
  #isFull = false;
  #isCut = false;
  /** Text was left out because it is transparent. */
  isTransparent = false;

  constructor(
    secrets: SecretFields,
    private readonly bounds: ReaderBounds = BOUNDS,
  ) {
    this.#secrets = secrets;
  }

  read(root: Node): void {
    // A stack of its own: pages nest deeper than calls may.
    const stack: Step[] = [root];
    while (!this.#isFull) {
      const node = stack.pop();
      if (node === undefined) return;
      if (node === "break") this.#break();
      else if (node === "space") this.#line += " ";
      else if ("from" in node) this.#siblings(node.from, stack);
      else if (node instanceof Text) this.#text(node);
      else if (node instanceof Element) this.#tryEnter(node, stack);
    }
  }

  end(): PageText {
    this.#break();
    const text = this.#lines.join("\n");
    return {
      // One more than is kept: whoever cuts it there sees whether that would leave half of a word.
      text: text.slice(0, this.bounds.textChars + 1),
      isTruncated: this.#isFull || this.#isCut || text.length > this.bounds.textChars,
    };
  }

  #tryEnter(element: Element, stack: Step[]): void {
    try {
      this.#enter(element, stack);
    } catch {
      this.#isCut = true; // a form whose controls took the place of its methods
    }
  }

  #enter(element: Element, stack: Step[]): void {
    this.#elements += 1;
    if (this.#elements > this.bounds.elements) this.#isFull = true;
    if (SKIPPED.has(element.localName)) this.#line += " ";
    if (SKIPPED.has(element.localName) || !isShown(element)) return;
    if (isControl(element) && this.#secrets.has(element)) return;
    if (element.localName === "br") this.#break();
    const { contentVisibility, display } = getComputedStyle(element);
    if (display.startsWith("inline-")) {
      this.#line += " ";
      stack.push("space");
    } else if (display !== "inline" && display !== "contents") {
      this.#break();
      stack.push("break");
    }
    if (contentVisibility === "hidden") return; // it has a box, and nothing in it is drawn
    if (element instanceof HTMLDetailsElement && !element.open) {
      const summary = Array.from(element.children).find(({ localName }) => localName === "summary");
      if (summary) stack.push(summary);
      return;
    }
    this.#children(element, stack);
  }

  /** As they are drawn: a shadow root in place of the children, what is slotted in place of a slot. */
  #children(element: Element, stack: Step[]): void {
    const slotted = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
    if (slotted.length > 0) {
      stack.push(...slotted.slice(0, BOUNDS.elements).reverse());
      return;
    }
    const { firstChild } = element.shadowRoot ?? element;
    if (firstChild) stack.push({ from: firstChild });
  }

  #siblings(node: Node, stack: Step[]): void {
    if (node.nextSibling) stack.push({ from: node.nextSibling });
    stack.push(node);
  }

  #text(node: Text): void {
    const whole = node.nodeValue ?? "";
    const parent = node.parentElement;
    const lines = parent && linesOf(whole.slice(0, BOUNDS.nodeChars), parent);
    const text = whole.slice(0, BOUNDS.nodeChars).replace(/\s+/g, " ");
    if (text.trim() === "" && !lines) {
      if (this.#line !== "" && !this.#line.endsWith(" ")) this.#line += " ";
      return;
    }
    if (parent && !parent.checkVisibility({ visibilityProperty: true })) return;
    if (this.bounds.isOpaque && parent && !parent.checkVisibility({ opacityProperty: true })) {
      this.isTransparent = true;
      return;
    }
    if (whole.length > BOUNDS.nodeChars) this.#isCut = true;
    if (!lines) this.#add(text);
    for (const [index, line] of lines?.entries() ?? []) {
      if (index > 0) this.#break();
      this.#isKept = true;
      this.#add(line);
    }
  }

  #add(text: string): void {
    if (this.#chars + this.#line.length > this.bounds.textChars) this.#isFull = true;
    else this.#line += text;
  }

  #break(): void {
    const line = this.#secrets.scrub(this.#isKept ? this.#line.trimEnd() : fold(this.#line));
    this.#line = "";
    this.#isKept = false;
    if (line === "") return;
    if (this.#chars > this.bounds.textChars) {
      this.#isFull = true;
      return;
    }
    this.#lines.push(line);
    this.#chars += line.length + 1;
  }
}

/** The lines of a text that is drawn with its own ones, as `pre` has them; undefined for any other. */
function linesOf(text: string, parent: Element): readonly string[] | undefined {
  if (!text.includes("\n")) return undefined;
  if (!/^(?:pre|break)/.test(getComputedStyle(parent).whiteSpace)) return undefined;
  return text.replace(/[^\S\n]{40,}/g, " ").split(/\r?\n/);
}

/** Not by `visibility`: a child can be shown in a parent that is not. */
function isShown(element: Element): boolean {
  return element.checkVisibility() || getComputedStyle(element).display === "contents";
}
