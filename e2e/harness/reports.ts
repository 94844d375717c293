import type { RunRecord } from "@bsk/schema";

/** A plugin's command as `--json` prints it. */
export interface Acted<Report> {
  readonly run: RunRecord;
  readonly report: Report;
}
/** What the rules plugin says of a rule, as far as tests look. */
export interface RuleRow {
  readonly id: string;
  readonly state: string;
  readonly hits: number;
  readonly failures: number;
  readonly last_error?: string;
}
/** `debug rules` */
export interface Rules {
  readonly rules: readonly RuleRow[];
  readonly replays: readonly { readonly id: string; readonly state: string }[];
}
/** `debug replay` */
export interface Replay {
  readonly replay: { readonly id: string; readonly state: string; readonly error?: string };
  readonly request?: { readonly id: string; readonly status?: number };
  readonly repeated: boolean;
}
/** `debug replay`, with what was read of the answer and when. */
export interface LongReplay {
  readonly replay: Replay["replay"] & {
    readonly started_at: number;
    readonly finished_at?: number;
  };
  readonly response?: {
    readonly status: number;
    readonly bytes: number;
    readonly truncated: boolean;
  };
}
