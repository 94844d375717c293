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

/** The `--run-id` of a next command, where one was asked for. */
export function runFlag({ params }: FormatContext): string {
  const id = params.run_id;
  return typeof id === "string" && /^[\w:-]+$/.test(id) ? ` --run-id ${id}` : "";
}
