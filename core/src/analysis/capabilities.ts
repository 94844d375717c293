import {
  type ActionResults,
  CATALOGUE,
  type ExtensionIdentity,
  type ObjectSchema,
} from "@bsk/schema";
import { BOUNDS, CAPTURES_PER_BROWSER } from "../capture/bounds.js";
import { PROTOCOL } from "../handshake.js";
import type { Plugin } from "../Plugin.js";
import { pluginCommands } from "../pluginCommands.js";
import { ruleNames } from "../redaction/mask.js";
import { HISTORY_LIMITS, STORAGE_LIMITS } from "../storage/limits.js";
import { DEFAULT_BUDGET } from "./budget.js";
import { DEFAULT_CHARS } from "./readRequest.js";
import { DEFAULT_LIMIT } from "./sincePage.js";

type Result = ActionResults["debug/capabilities"];

export interface CapabilityOptions {
  readonly plugins: readonly Plugin[];
  /** Null: no browser was asked, this is the command's own schema. */
  readonly extension: ExtensionIdentity | null;
}

const UNSUPPORTED: readonly string[] = [
  "shared_worker_requests",
  "websocket_frames",
  "event_source_messages",
  "binary_bodies",
  "popup_capture",
  "iframe_fields",
  "iframe_vitals",
  "cpu_profiles",
  "recorded_screenshots",
  "response_rewriting",
  "cross_origin_replay",
];

/** What this build records, its limits and its analyzers. */
export function capabilities(options: CapabilityOptions): Result {
  const { plugins, extension } = options;
  return {
    capabilities: {
      schema_version: 1,
      protocol: PROTOCOL,
      extension,
      actions: CATALOGUE.filter(({ command }) => command !== undefined).map(
        ({ method, summary, params }) => ({
          name: method,
          summary,
          parameters: namesOf(params),
        }),
      ),
      analyzers: plugins.flatMap(pluginCommands).map(({ plugin, command }) => ({
        name: command.name,
        summary: command.summary,
        reads: [...plugin.manifest.reads],
        live: command.live,
        parameters: namesOf(command.params),
      })),
      limits: limits(),
      output: outputBounds(),
      storage: {
        where: "IndexedDB of the browser profile that runs the extension",
        bounds: storageBounds(),
      },
      execution: {
        browser_commands_per_session: 1,
        reads_wait_for_commands: false,
        captures_per_session: 1,
        captures_per_browser: CAPTURES_PER_BROWSER,
        start_deadline_ms: BOUNDS.startDeadlineMs,
      },
      network_controls: {
        commands: plugins
          .flatMap(pluginCommands)
          .filter(({ command }) => command.live)
          .map(({ command }) => command.name),
      },
      redaction: {
        note: "Values under known names and in known formats are replaced before storage. Best effort.",
        rules: ruleNames(),
      },
      unsupported: [...UNSUPPORTED],
    },
    ...(extension === null
      ? {
          note: "This CLI's own schema; no browser was asked. With --session its extension answers.",
        }
      : {}),
  };
}

function namesOf({ properties = {} }: ObjectSchema): string[] {
  return Object.keys(properties);
}

function limits(): { [name: string]: number } {
  return {
    body_chars: BOUNDS.bodyChars,
    response_bytes: BOUNDS.bodyBytes,
    url_chars: BOUNDS.urlChars,
    header_chars: BOUNDS.headerChars,
    console_chars: BOUNDS.consoleChars,
    page_text_chars: BOUNDS.pageTextChars,
    page_loads: BOUNDS.pageLoads,
    child_targets: BOUNDS.childTargets,
    worker_targets: BOUNDS.workerTargets,
    operation_window_ms: BOUNDS.windowMs,
    operation_observation_ms: BOUNDS.observationMs,
  };
}

/** As the wire's own schema has them. */
function outputBounds(): { [name: string]: number } {
  const { budget, limit } = propertiesOf("debug/requests");
  const { max_chars: chars } = propertiesOf("debug/request");
  return {
    budget_default_bytes: DEFAULT_BUDGET,
    budget_min_bytes: budget?.minimum ?? 0,
    budget_max_bytes: budget?.maximum ?? 0,
    rows_default: DEFAULT_LIMIT,
    rows_max: limit?.maximum ?? 0,
    body_chars_default: DEFAULT_CHARS,
    body_chars_max: chars?.maximum ?? 0,
  };
}

function propertiesOf(method: string): NonNullable<ObjectSchema["properties"]> {
  return CATALOGUE.find((action) => action.method === method)?.params.properties ?? {};
}

function storageBounds(): { [name: string]: number } {
  return {
    run_requests: STORAGE_LIMITS.requests,
    run_request_units: STORAGE_LIMITS.requestUnits,
    run_pins: STORAGE_LIMITS.pins,
    pin_units: Math.floor(STORAGE_LIMITS.requestUnits / STORAGE_LIMITS.pins),
    run_operations: STORAGE_LIMITS.operations,
    run_console: STORAGE_LIMITS.console,
    run_console_errors: STORAGE_LIMITS.consoleErrors,
    live_text_units: STORAGE_LIMITS.liveTextUnits,
    pending_entries: STORAGE_LIMITS.pendingEntries,
    pending_units: STORAGE_LIMITS.pendingUnits,
    history_runs: HISTORY_LIMITS.runs,
    history_units: HISTORY_LIMITS.units,
    history_age_ms: HISTORY_LIMITS.ageMs,
    flush_ms: STORAGE_LIMITS.flushMs,
  };
}
