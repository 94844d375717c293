import { pageFunction } from "../verbs/page/pageFunction.js";

/** How the overlay's life in one document ended. */
export type OverlayEnd = "stop" | "stop_all" | "gone";

export interface OverlayControls {
  /** Takes it out of the page until `show`. */
  hide(): void;
  show(): void;
  /** Hides it when one of its buttons is at this point of the viewport; true when it did. */
  stepAside(x: number, y: number): boolean;
  /** Whether a person's click is for one of its buttons, though the browser gives it to what lies beneath. */
  takes(event: Event): boolean;
  /** Without it the overlay goes by itself: whoever could take it away may be gone. */
  keep(): void;
  remove(): void;
}

declare global {
  /** Of the overlay's world; the observer, in the same world while a capture runs, leaves it out by this. */
  var bskOverlayHost: Element | undefined;
  var bskOverlay: OverlayControls | undefined;
}

/**
 * Says who acts, with two buttons. Lies in the top layer of the page, takes part in nothing of it, and can be
 * clicked only by a person. Resolves when a button is pressed or it is gone.
 */
function overlay(this: unknown, session: string, name: string): Promise<OverlayEnd> {
  const KEEP_MS = 30_000;
  /** A page that has painted nothing by then, since its load, has nothing that the overlay could be mistaken for. */
  const UNPAINTED_MS = 1500;
  globalThis.bskOverlay?.remove();
  return new Promise<OverlayEnd>((resolve) => {
    const create = (tag: string): HTMLElement =>
      document.createElementNS("http://www.w3.org/1999/xhtml", tag) as HTMLElement; // of that namespace
    const host = create("div");
    const root = host.attachShadow({ mode: "closed" });
    let isWanted = true;
    let isOver = false;
    let timer = setTimeout(() => end("gone"), KEEP_MS);
    const listening = new AbortController();
    const { signal } = listening;

    const place: readonly (readonly [name: string, value: string])[] = [
      ["all", "initial"],
      ["position", "fixed"],
      ["inset", "auto 12px 12px auto"],
      ["display", "block"],
      ["margin", "0"],
      ["padding", "0"],
      ["border", "0"],
      ["background", "transparent"],
      ["pointer-events", "none"],
      ["z-index", "2147483647"],
    ];
    for (const [property, value] of place) host.style.setProperty(property, value, "important");
    host.setAttribute("aria-hidden", "true");
    host.setAttribute("popover", "manual");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      .bar { display: flex; align-items: center; gap: 8px; padding: 6px 8px 6px 12px; border-radius: 8px;
        background: #1b1f24; color: #fff; font: 12px/1.4 system-ui, sans-serif; pointer-events: none;
        box-shadow: 0 2px 10px #0006; opacity: 0.92; white-space: nowrap; }
      .name { max-width: 160px; overflow: hidden; text-overflow: ellipsis; }
      button { all: unset; padding: 2px 9px; border-radius: 5px; background: #fff; color: #1b1f24;
        font-weight: 600; cursor: pointer; pointer-events: auto; }
      button:hover { background: #ffd7d3; }`);
    root.adoptedStyleSheets = [sheet];
    const bar = create("div");
    bar.className = "bar";
    const words = create("span");
    words.className = "name";
    words.textContent = `bsk ${session}${name === "" ? "" : ` ${name}`} acts here`;
    const answers = new Map<HTMLElement, OverlayEnd>();
    const button = (text: string, answer: OverlayEnd): HTMLElement => {
      const made = create("button");
      made.textContent = text;
      made.tabIndex = -1;
      made.addEventListener("click", ({ isTrusted }) => isTrusted && end(answer));
      answers.set(made, answer);
      return made;
    };
    bar.append(words, button("Stop", "stop"), button("Stop all", "stop_all"));
    root.append(bar);
    const buttonAt = (x: number, y: number): HTMLElement | undefined =>
      host.isConnected ? [...answers.keys()].find((one) => holds(one, x, y)) : undefined;

    /** The modal dialogs that it lies above. All that is not in a modal dialog is inert, and so are its buttons. */
    let below: readonly Element[] = [];
    const raise = (): void => {
      below = [...document.querySelectorAll("dialog:modal")];
      if (host.matches(":popover-open")) host.hidePopover();
      host.showPopover();
    };
    /** The button that a person means with a click which, it being inert, the browser gives to a dialog beneath. */
    const meant = (event: Event): HTMLElement | undefined => {
      if (!(event instanceof MouseEvent) || !event.isTrusted || event.target === host) return;
      const modal = [...document.querySelectorAll("dialog:modal")];
      if (modal.length === 0 || modal.some((one) => !below.includes(one))) return;
      return buttonAt(event.clientX, event.clientY);
    };
    // The page must not take a click on it for one of its own, nor lose its focus by it.
    for (const type of "pointerdown pointerup mousedown mouseup click auxclick dblclick".split(
      " ",
    )) {
      root.addEventListener(type, (event) => event.stopPropagation());
      const take = (event: Event): void => {
        const pressed = meant(event);
        if (!pressed) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (type === "click") end(answers.get(pressed) ?? "gone");
      };
      addEventListener(type, take, { signal, capture: true });
    }
    root.addEventListener("mousedown", (event) => event.preventDefault());
    const toggled = ({ target }: Event): void => {
      const isDialog = target instanceof Element && target.matches("dialog:modal");
      if (isDialog && host.isConnected) raise();
    };
    addEventListener("toggle", toggled, { signal, capture: true });

    const put = (): void => {
      if (isOver || !isWanted || host.isConnected || !document.documentElement) return;
      document.documentElement.append(host);
      raise();
    };
    const end = (how: OverlayEnd): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      listening.abort();
      host.remove();
      globalThis.bskOverlay = undefined;
      resolve(how);
    };
    globalThis.bskOverlayHost = host;
    globalThis.bskOverlay = {
      hide: () => {
        isWanted = false;
        host.remove();
      },
      show: () => {
        isWanted = true;
        whenPainted();
      },
      stepAside: (x, y) => {
        const isAt = buttonAt(x, y) !== undefined;
        if (isAt) globalThis.bskOverlay?.hide();
        return isAt;
      },
      takes: (event) => meant(event) !== undefined,
      keep: () => {
        clearTimeout(timer);
        timer = setTimeout(() => end("gone"), KEEP_MS);
      },
      remove: () => end("gone"),
    };
    const holds = (element: HTMLElement, x: number, y: number): boolean => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return x >= left - 2 && x <= right + 2 && y >= top - 2 && y <= bottom + 2;
    };
    // Its own text must not be the first that the browser calls the page's.
    const whenPainted = (): void => {
      const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
      if (isPainted) {
        put();
        return;
      }
      const paints = new PerformanceObserver(() => {
        if (performance.getEntriesByName("first-contentful-paint").length === 0) return;
        paints.disconnect();
        put();
      });
      paints.observe({ type: "paint", buffered: true });
      const later = (): unknown => setTimeout(put, UNPAINTED_MS);
      if (document.readyState === "complete") later();
      else addEventListener("load", later, { signal, once: true });
    };
    // A document that is kept for going back must not come again with it.
    addEventListener("pagehide", () => end("gone"), { signal });
    whenPainted();
  });
}

export const OVERLAY: string = pageFunction(overlay);
