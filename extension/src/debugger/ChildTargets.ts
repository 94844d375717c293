import type { CdpEvent, ChildTarget } from "@bsk/core";

/** The frames of other processes in one tab, kept by the events that announce them. */
export class ChildTargets {
  readonly #children = new Map<string, ChildTarget>();

  list(): readonly ChildTarget[] {
    return [...this.#children.values()];
  }

  /** Sees every event of the tab; only the few about targets change anything. */
  observe({ method, params, sessionId }: CdpEvent): void {
    switch (method) {
      case "Target.attachedToTarget":
        this.#attached(params);
        break;
      case "Target.detachedFromTarget":
        this.#children.delete(text(params, "sessionId"));
        break;
      case "Page.frameNavigated":
        this.#navigated(sessionId, property(params, "frame"));
        break;
    }
  }

  #attached(params: unknown): void {
    const sessionId = text(params, "sessionId");
    const info = property(params, "targetInfo");
    if (sessionId === "" || text(info, "type") !== "iframe") return;
    this.#children.set(sessionId, {
      sessionId,
      targetId: text(info, "targetId"),
      type: text(info, "type"),
      url: text(info, "url"),
    });
  }

  /** An iframe's root frame has its target's id; frames below it are of no interest here. */
  #navigated(sessionId: string | undefined, frame: unknown): void {
    const child = sessionId === undefined ? undefined : this.#children.get(sessionId);
    if (!child || text(frame, "id") !== child.targetId) return;
    this.#children.set(child.sessionId, { ...child, url: text(frame, "url") });
  }
}

/** The session that a `Target.…` event is about; "" where there is none. */
export function subjectOf({ params }: CdpEvent): string {
  return text(params, "sessionId");
}

/** The type of the target that a `Target.…` event tells of; "" where it tells none. */
export function typeOf({ params }: CdpEvent): string {
  return text(property(params, "targetInfo"), "type");
}

function property(from: unknown, name: string): unknown {
  if (typeof from !== "object" || from === null || !Object.hasOwn(from, name)) return undefined;
  return (from as Record<string, unknown>)[name]; // an own property of an object
}

function text(from: unknown, name: string): string {
  const value = property(from, name);
  return typeof value === "string" ? value : "";
}
