import { type Core, capabilities, errors, HISTORY_LIMITS } from "@bsk/core";
import { type ActionParams, type ActionResults, type Validator, validateParams } from "@bsk/schema";
import type { Captures, RunOwner } from "../capture/Captures.js";
import type { TabDebugger } from "../debugger/TabDebugger.js";
import { BUILD, extensionVersion } from "../identity.js";
import type { Sessions } from "../sessions/Sessions.js";
import type { TabVerbs } from "../sessions/tabs.js";
import type {
  PanelCapabilities,
  PanelSession,
  ProfileMethod,
  ProfileMethods,
  RunMethod,
  RunMethods,
} from "./messages.js";
import type { RunAccess } from "./RunAccess.js";

export interface PanelParts {
  /** The worker knows its sessions, and runs of a worker that died are told as interrupted. */
  readonly ready: Promise<void>;
  readonly core: Core;
  readonly sessions: Pick<Sessions, "list">;
  readonly tabs: Pick<TabVerbs, "list">;
  readonly captures: Pick<Captures<TabDebugger>, "read" | "act" | "pin" | "stop">;
  readonly start: (
    params: ActionParams["debug/start"],
    signal: AbortSignal,
  ) => Promise<ActionResults["debug/start"]>;
  readonly runs: RunAccess;
}

/** A page is no context that fills up: it reads whole texts, and many rows at a time. The wire's bounds are not its. */
const BUDGET_BYTES = 16 * 1024 * 1024;
const ROWS = 1000;
const LISTS: ReadonlySet<string> = new Set([
  "debug/requests",
  "debug/operations",
  "debug/console",
  "debug/pages",
]);

type RunHandler<M extends RunMethod> = (
  owner: RunOwner,
  runId: string,
  params: object,
) => Promise<RunMethods[M]["result"]>;
type RunHandlers = { readonly [M in RunMethod]: RunHandler<M> };
type ProfileHandlers = {
  readonly [M in ProfileMethod]: (params: object) => Promise<ProfileMethods[M]["result"]>;
};

/** What the pages may ask of one run. Who asks was checked before; parameters are checked here. */
export function runHandlers({ captures, runs }: PanelParts): RunHandlers {
  const read = <M extends RunMethod & keyof ActionParams>(method: M): RunHandler<M> => {
    return async (owner, runId, params) => {
      const accepted = accept(method, owner, runId, params);
      const signal = new AbortController().signal; // a page's reading is short; nobody cancels it
      return captures.read(method, owner, accepted, signal) as Promise<RunMethods[M]["result"]>; // of this method
    };
  };
  const own = <M extends "panel/visits" | "panel/controls">(method: M): RunHandler<M> => {
    return async (owner, runId) => {
      const params = { session: owner.id, run_id: runId };
      const signal = new AbortController().signal;
      return captures.read(method, owner, params, signal) as Promise<RunMethods[M]["result"]>; // of this method
    };
  };
  const pin = <M extends "debug/pin" | "debug/unpin">(method: M): RunHandler<M> => {
    return async (owner, runId, params) => {
      const isPinned = method === "debug/pin";
      const signal = new AbortController().signal;
      return captures.pin(owner, accept(method, owner, runId, params), { isPinned, signal });
    };
  };
  return {
    "panel/visits": own("panel/visits"),
    "panel/controls": own("panel/controls"),
    "panel/delete": async (_owner, runId) => {
      await runs.delete(runId);
      return { deleted: true };
    },
    "debug/act": async (owner, runId, params) =>
      captures.act(
        owner,
        accept("debug/act", owner, runId, params),
        // An act that has begun is not taken back; a person may act on every tab.
        { signal: new AbortController().signal, mayAct: () => true },
      ),
    "debug/stop": async (owner, runId, params) =>
      captures.stop(owner, accept("debug/stop", owner, runId, params)),
    "debug/analyze": read("debug/analyze"),
    "debug/console": read("debug/console"),
    "debug/operation": read("debug/operation"),
    "debug/operations": read("debug/operations"),
    "debug/pages": read("debug/pages"),
    "debug/pin": pin("debug/pin"),
    "debug/request": read("debug/request"),
    "debug/requests": read("debug/requests"),
    "debug/summary": read("debug/summary"),
    "debug/unpin": pin("debug/unpin"),
    "export/close": read("export/close"),
    "export/next": read("export/next"),
    "export/open": read("export/open"),
  };
}

/** What the pages may ask of the browser profile. */
export function profileHandlers(parts: PanelParts): ProfileHandlers {
  const { core, runs, start } = parts;
  return {
    "panel/history": async () => ({
      runs: await runs.all(),
      limits: {
        runs: HISTORY_LIMITS.runs,
        units: HISTORY_LIMITS.units,
        age_ms: HISTORY_LIMITS.ageMs,
      },
    }),
    "panel/sessions": async () => ({ sessions: await listSessions(parts) }),
    "panel/capabilities": async () => describe(core),
    // The start has its own deadline, and nobody cancels it.
    "debug/start": (params) => start(valid("debug/start", params), new AbortController().signal),
  };
}

/** Sessions with the tabs that are theirs; a person's tabs are not offered for recording. */
async function listSessions({ sessions, tabs }: PanelParts): Promise<readonly PanelSession[]> {
  const listed = sessions.list().map(async ({ id, tabs: owned }) => {
    const { tabs: all } = await tabs.list({ session: id });
    return { id, tabs: all.filter(({ tab_id: tabId }) => owned.has(tabId)) };
  });
  return Promise.all(listed);
}

function describe(core: Core): PanelCapabilities {
  const { capabilities: found } = capabilities({
    plugins: core.plugins,
    extension: { version: extensionVersion(), build: BUILD },
  });
  const views = core.plugins.flatMap(({ manifest: { name, summary, view } }) =>
    view ? [{ name, summary, widgets: view.widgets }] : [],
  );
  return { capabilities: found, views };
}

/** Parameters with the session and the run in them, as the wire would bring them. Throws `invalid_params`. */
function accept<M extends RunMethod & keyof ActionParams>(
  method: M,
  owner: RunOwner,
  runId: string,
  params: object,
): ActionParams[M] {
  const whole = { ...params, session: owner.id };
  if (method === "export/next" || method === "export/close") return valid(method, whole);
  const accepted = valid(method, { ...whole, run_id: runId });
  return { ...accepted, budget: BUDGET_BYTES, ...(LISTS.has(method) ? { limit: ROWS } : {}) };
}

function valid<M extends keyof ActionParams>(method: M, params: object): ActionParams[M] {
  const validate: Validator<ActionParams[M]> = validateParams[method];
  const value: unknown = params;
  if (validate(value)) return value;
  const [first] = validate.errors ?? [];
  throw errors.invalidParams(
    `${method}: ${first?.instancePath || "parameters"} (${first?.keyword ?? "invalid"})`,
  );
}
