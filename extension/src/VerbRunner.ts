import { type ActionParams, type ActionResults, CATALOGUE } from "@bsk/schema";
import type { Captures } from "./capture/Captures.js";
import type { HeldTabs } from "./debugger/HeldTabs.js";
import type { TabDebugger } from "./debugger/TabDebugger.js";
import type { Overlays } from "./overlay/Overlays.js";
import type { Sessions } from "./sessions/Sessions.js";
import { VERBS } from "./verbs/index.js";
import { RefStore } from "./verbs/RefStore.js";

type VerbMethod = keyof typeof VERBS;

export interface VerbRunnerParts {
  readonly sessions: Sessions;
  readonly held: HeldTabs;
  readonly captures: Captures<TabDebugger>;
  readonly overlays: Overlays;
}

/** What a running capture is told of the operation. */
export interface VerbCall {
  readonly signal: AbortSignal;
  readonly target?: string;
}

/** The verbs that are operations of a running capture, by method. */
const OPERATIONS: ReadonlyMap<string, string> = new Map(
  CATALOGUE.flatMap(({ method, operation }) =>
    operation === undefined ? [] : [[method, operation]],
  ),
);

/** Runs a browser verb on a tab that the session owns, as an operation of its capture where there is one. */
export class VerbRunner {
  readonly #parts: VerbRunnerParts;
  readonly #refs = new Map<number, RefStore>();

  constructor(parts: VerbRunnerParts) {
    this.#parts = parts;
  }

  async run<M extends VerbMethod>(
    method: M,
    params: ActionParams[M],
    { signal, ...told }: VerbCall,
  ): Promise<ActionResults[M]> {
    const { sessions, held, captures, overlays } = this.#parts;
    const { tabId, state } = await sessions.requireTab(params.session, params.tab_id);
    return held.use(tabId, async (cdp) => {
      const context = {
        tabId,
        session: params.session,
        cdp,
        signal,
        keepSecret: (value: string) => captures.keepSecret(tabId, value),
        refs: this.#refsOf(tabId),
        overlay: overlays.control(tabId),
      };
      const verb = (): Promise<ActionResults[M]> => VERBS[method](params, context);
      const operation = OPERATIONS.get(method);
      const acted = overlays.acting(cdp, state);
      try {
        if (operation === undefined) return await verb();
        const start = { method: operation, ...told };
        const done = await captures.operation(tabId, start, verb, (result) =>
          targetOf(operation, result),
        );
        const { result, operation_id } = done;
        return operation_id === undefined ? result : { ...result, operation_id };
      } finally {
        acted();
      }
    });
  }

  /** Refs end with their tab. */
  tabRemoved(tabId: number): void {
    this.#refs.delete(tabId);
  }

  #refsOf(tabId: number): RefStore {
    const refs = this.#refs.get(tabId) ?? new RefStore();
    this.#refs.set(tabId, refs);
    return refs;
  }
}

/** The element as the verb named it: `click button "Save"` is a click on `button "Save"`. */
function targetOf(operation: string, result: object): string | undefined {
  const did = "did" in result ? result.did : undefined;
  return typeof did === "string" && did.startsWith(`${operation} `)
    ? did.slice(operation.length + 1)
    : undefined;
}
