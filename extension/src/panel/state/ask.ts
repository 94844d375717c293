import type {
  PanelAnswer,
  PanelError,
  PanelRequest,
  ProfileMethod,
  ProfileMethods,
  RunMethod,
  RunMethods,
} from "../messages.js";

/** What the worker refused, or that it did not answer. */
export class AskError extends Error {
  constructor(readonly error: PanelError) {
    super(error.message);
  }
}

/** Asks the worker about the browser profile. Throws `AskError`. */
export async function askProfile<M extends ProfileMethod>(
  method: M,
  params: ProfileMethods[M]["params"],
): Promise<ProfileMethods[M]["result"]> {
  return (await send({ kind: "panel", method, params })) as ProfileMethods[M]["result"]; // our own worker's answer
}

/** Asks the worker about one run. Throws `AskError`. */
export async function askRun<M extends RunMethod>(
  runId: string,
  method: M,
  params: RunMethods[M]["params"],
): Promise<RunMethods[M]["result"]> {
  const request = { kind: "panel", method, run_id: runId, params } as const;
  return (await send(request)) as RunMethods[M]["result"]; // our own worker's answer
}

/** Any failure as what is shown. */
export function errorOf(error: unknown): PanelError {
  if (error instanceof AskError) return error.error;
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}

async function send(request: PanelRequest): Promise<unknown> {
  let answer: PanelAnswer | undefined;
  try {
    answer = await chrome.runtime.sendMessage<PanelRequest, PanelAnswer | undefined>(request);
  } catch {
    answer = undefined; // nobody listens: told just below
  }
  if (!answer) {
    throw new AskError({
      code: "worker_silent",
      message: "The extension's worker does not answer. Reload bsk.",
    });
  }
  if (!answer.ok) throw new AskError(answer.error);
  return answer.result;
}
