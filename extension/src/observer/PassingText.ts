import { BOUNDS } from "./bounds.js";
import { attribute, closest } from "./clobberSafe.js";
import { isOverlay } from "./isOverlay.js";
import type { PassedMessage } from "./messages.js";
import type { Outbox } from "./Outbox.js";
import { type ElementLines, readLines } from "./readText.js";
import type { SecretFields } from "./SecretFields.js";
import { now } from "./time.js";

const LIVE = "[role=alert], [role=status], [role=log], [aria-live], output";
const WATCHED: MutationObserverInit = { subtree: true, childList: true, characterData: true };

/** An element that came, or whose text did, with the lines that it shows. */
interface Watched {
  readonly live: PassedMessage["live"];
  /** When each was first seen, epoch ms. */
  lines: ReadonlyMap<string, number>;
  changedAt: number;
  /** When it was told of, epoch ms; what is older than `BOUNDS.passingMs` counts no more. */
  told: readonly number[];
}

/** What an element shows now. */
interface Seen extends Pick<ElementLines, "isTransparent"> {
  readonly lines: ReadonlySet<string>;
}
const NOTHING: Seen = { lines: new Set(), isTransparent: false };

/**
 * Tells text that goes again after it came: toasts, alerts. Looks at what was added, a few times a second at most and
 * only while something was; what came and went between two looks is not seen.
 */
export class PassingText {
  readonly #observer = new MutationObserver((records) => this.#mutated(records));
  readonly #watched = new Map<Element, Watched>();
  /** Since the last look, with the time when each came. */
  readonly #added = new Map<Element, number>();
  /** More was added than is looked at. */
  #isLimited = false;
  #toldLimitAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idle: number | undefined;
  /** A look is near: another one need not be asked for. */
  #isSoon = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly secrets: SecretFields,
  ) {
    // What the document begins with did not come.
    if (document.readyState === "loading")
      document.addEventListener("DOMContentLoaded", this.#begin, { once: true });
    else this.#begin();
  }

  stop(): void {
    document.removeEventListener("DOMContentLoaded", this.#begin);
    this.#observer.disconnect();
    this.#cancel();
    this.#watched.clear();
    this.#added.clear();
  }

  /** The document goes away: what it announced goes with it. */
  left(): void {
    this.#cancel();
    for (const [element, watched] of this.#watched)
      if (watched.live) this.#see(element, watched, NOTHING);
  }

  readonly #begin = (): void => this.#observer.observe(document, WATCHED);

  #mutated(records: readonly MutationRecord[]): void {
    const isFull = (): boolean => this.#added.size >= BOUNDS.passingAdded;
    for (const { type, target, addedNodes } of records) {
      if (isFull()) break;
      if (type === "characterData") this.#add(target);
      for (let at = 0; at < addedNodes.length && !isFull(); at += 1) this.#add(addedNodes[at]);
    }
    if (isFull()) {
      // Until the look, the browser need not note any other.
      this.#isLimited = true;
      this.#observer.disconnect();
    }
    if (this.#added.size + this.#watched.size > 0) this.#lookIn(BOUNDS.passingLookMs, true);
  }

  #add(node: Node | undefined): void {
    if (isOverlay(node)) return;
    const element = node instanceof Element ? node : node?.parentElement;
    if (element && !this.#added.has(element)) this.#added.set(element, now());
  }

  #lookIn(ms: number, isSoon: boolean): void {
    if (this.#isSoon) return;
    this.#cancel();
    this.#isSoon = isSoon;
    this.#timer = setTimeout(() => {
      this.#idle = requestIdleCallback(() => this.#look(), { timeout: BOUNDS.passingIdleMs });
    }, ms);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    if (this.#idle !== undefined) cancelIdleCallback(this.#idle);
    this.#isSoon = false;
  }

  #look(): void {
    this.#isSoon = false;
    const added = [...this.#added];
    this.#added.clear();
    for (const [element, watched] of this.#watched)
      this.#see(element, watched, this.#read(element));
    added.sort(([one], [other]) => Number(isLive(other)) - Number(isLive(one)));
    for (const [element, at] of added) this.#take(element, at);
    this.#tellLimit();
    this.#begin();
    // What a style hides makes no mutation.
    if (this.#watched.size > 0) this.#lookIn(BOUNDS.passingRestMs, false);
  }

  #take(element: Element, at: number): void {
    if (this.#watched.has(element) || !element.isConnected) return;
    const { lines, isTransparent } = this.#read(element);
    if (lines.size === 0 && !isTransparent) return;
    if (this.#watched.size >= BOUNDS.passingWatched) {
      this.#isLimited = true;
      return;
    }
    const seen = new Map([...lines].map((line) => [line, at]));
    this.#watched.set(element, { live: liveOf(element), lines: seen, changedAt: at, told: [] });
  }

  /** Compares with what it showed before. */
  #see(element: Element, watched: Watched, { lines, isTransparent }: Seen): void {
    const end = now();
    const gone = [...watched.lines].filter(([line]) => !lines.has(line));
    const isNew = [...lines].some((line) => !watched.lines.has(line));
    if (gone.length > 0 || isNew) watched.changedAt = end;
    watched.lines = new Map([...lines].map((line) => [line, watched.lines.get(line) ?? end]));
    if (gone.length > 0) this.#tell(watched, gone, end);
    const isEmpty = lines.size === 0 && !isTransparent;
    if (isEmpty || end - watched.changedAt > BOUNDS.passingMs) this.#watched.delete(element);
  }

  #tell(watched: Watched, gone: readonly (readonly [string, number])[], end: number): void {
    const recent = watched.told.filter((at) => end - at <= BOUNDS.passingMs);
    if (recent.length >= BOUNDS.passingTold) {
      this.#isLimited = true;
      return;
    }
    watched.told = [...recent, end];
    const { live } = watched;
    const lines = gone.slice(0, BOUNDS.passedLines).map(([line]) => line);
    const at = Math.min(...gone.map(([, since]) => since));
    if (gone.length > lines.length) this.#isLimited = true;
    this.outbox.put(() => ({
      v: 1,
      type: "text_passed",
      at,
      end,
      lines,
      ...(live === undefined ? {} : { live }),
    }));
  }

  #tellLimit(): void {
    const at = now();
    if (!this.#isLimited || at - this.#toldLimitAt < BOUNDS.passingRestMs) return;
    this.#isLimited = false;
    this.#toldLimitAt = at;
    this.outbox.put(() => ({ v: 1, type: "text_passed", at, end: at, lines: [], limited: true }));
  }

  #read(element: Element): Seen {
    const { lines, isTruncated, isTransparent } = readLines(element, this.secrets);
    if (isTruncated) this.#isLimited = true;
    return { lines: new Set(lines), isTransparent };
  }
}

function isLive(element: Element): boolean {
  return closest(element, LIVE) !== null;
}

/** How it is announced; undefined: it is not. */
function liveOf(element: Element): PassedMessage["live"] {
  const region = closest(element, LIVE) ?? element.querySelector(LIVE);
  if (region === null || attribute(region, "aria-live").toLowerCase() === "off") return undefined;
  const role = attribute(region, "role");
  if (role === "alert" || role === "log") return role;
  return "status";
}
