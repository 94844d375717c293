import type {
  ActionParams,
  ActionResults,
  Capabilities,
  ReplayRecord,
  RuleRecord,
  RunRecord,
  SessionInfo,
  TabInfo,
  VisitRecord,
} from "@bsk/schema";

/** Parameters of a catalogue action as a page gives them: the bridge adds session and run itself. */
type Bare<M extends keyof ActionParams> = Omit<
  ActionParams[M],
  "session" | "run_id" | "tab_id" | "budget"
>;

/** Catalogue actions that are asked of one run, live or saved. */
type RunAction =
  | "debug/requests"
  | "debug/request"
  | "debug/operations"
  | "debug/operation"
  | "debug/console"
  | "debug/pages"
  | "debug/summary"
  | "debug/analyze"
  | "debug/act"
  | "debug/pin"
  | "debug/unpin"
  | "debug/stop"
  | "export/open"
  | "export/next"
  | "export/close";

type RunActions = {
  readonly [M in RunAction]: { readonly params: Bare<M>; readonly result: ActionResults[M] };
};

/** What a page of this extension may ask of one run. */
export interface RunMethods extends RunActions {
  readonly "panel/visits": {
    readonly params: object;
    readonly result: { readonly visits: readonly VisitRecord[] };
  };
  readonly "panel/controls": { readonly params: object; readonly result: Controls };
  readonly "panel/delete": { readonly params: object; readonly result: { readonly deleted: true } };
}

/** What a page may ask without naming a run. */
export interface ProfileMethods {
  readonly "panel/history": { readonly params: object; readonly result: History };
  readonly "panel/sessions": {
    readonly params: object;
    readonly result: { readonly sessions: readonly PanelSession[] };
  };
  readonly "panel/capabilities": { readonly params: object; readonly result: PanelCapabilities };
  readonly "debug/start": {
    readonly params: ActionParams["debug/start"];
    readonly result: ActionResults["debug/start"];
  };
}

export type RunMethod = keyof RunMethods;
export type ProfileMethod = keyof ProfileMethods;

/** One question of a page to the worker. */
export interface PanelRequest {
  readonly kind: "panel";
  readonly method: string;
  /** The run that a run's method is about. */
  readonly run_id?: string;
  readonly params: object;
}

export interface PanelError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

export type PanelAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: PanelError };

/** Every run of this browser profile, newest first, and what the history may hold. */
export interface History {
  readonly runs: readonly RunRecord[];
  readonly limits: { readonly runs: number; readonly units: number; readonly age_ms: number };
}

/** A session with the tabs that may be recorded. */
export interface PanelSession {
  readonly id: SessionInfo["id"];
  readonly tabs: readonly TabInfo[];
}

export interface Controls {
  readonly rules: readonly RuleRecord[];
  readonly replays: readonly ReplayRecord[];
}

/** What this build can do, and how its analyzers' reports are drawn. */
export interface PanelCapabilities {
  readonly capabilities: Capabilities;
  readonly views: readonly AnalyzerView[];
}

export interface AnalyzerView {
  readonly name: string;
  readonly summary: string;
  readonly widgets: readonly Widget[];
}

/** One widget of a plugin's `view`. */
export interface Widget {
  readonly kind: "table" | "series" | "timeline" | "cards";
  readonly source: string;
  readonly title: string;
  readonly columns?: readonly string[];
}
