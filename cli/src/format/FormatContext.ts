/** What a formatter may know beside the result: how it was asked for, and where. */
export interface FormatContext {
  readonly params: { readonly [name: string]: unknown };
  /** Whether a browser with a window can be started here. */
  readonly hasDisplay: boolean;
}

export function startBrowser({ hasDisplay }: FormatContext): string {
  return `bsk browser start${hasDisplay ? "" : " --headless"}`;
}

/** The `--session abcd` of a next command; empty where none was given. */
export function sessionFlag({ params }: FormatContext): string {
  return typeof params.session === "string" ? ` --session ${params.session}` : "";
}

/** What says the run in a next command: the `--run-id` that was asked for or that a long id names, else the `--tab-id`. */
export function runFlag({ params }: FormatContext): string {
  const { run_id: run, tab_id: tab } = params;
  if (typeof run === "string" && /^[\w:-]+$/.test(run)) return ` --run-id ${run}`;
  const [named] = [params.id, params.operation, params.from, params.to].flatMap(
    (id) => /^(d[0-9a-f]{12}):/.exec(typeof id === "string" ? id : "")?.[1] ?? [],
  );
  if (named !== undefined) return ` --run-id ${named}`;
  return typeof tab === "number" ? ` --tab-id ${tab}` : "";
}
