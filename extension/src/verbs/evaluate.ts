import { BskError, errors } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { Attempt, DialogOpened } from "./Attempt.js";
import { dialogOpened } from "./Effects.js";
import { OBJECT_GROUP, releaseAll } from "./Handle.js";
import { isGone } from "./isGone.js";
import { jsonOf } from "./page/pageValue.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 30_000;
const DEFAULT_CHARS = 65_536;
/** Objects whose JSON says nothing of them. */
const DESCRIBED: ReadonlySet<string> = new Set(
  "node regexp date map set weakmap weakset iterator generator error proxy promise".split(" "),
);

type Result = ActionResults["page/evaluate"];

/** Runs a script in the page's own world. A script that throws is an answer, not a failure. */
export const evaluate: Verb<"page/evaluate"> = (params, context) => {
  const ms = params.timeout_ms ?? DEFAULT_MS;
  return Attempt.run(context, ms, async (attempt) => {
    const startedAt = performance.now();
    await attempt.prepare();
    await attempt.send("Page.getFrameTree");
    try {
      return await run(attempt, params, ms);
    } catch (error) {
      if (error instanceof DialogOpened) {
        const { type, message } = error.dialog;
        const text = `A dialog (${type}) is open and the script waits for it: ${message}`;
        return { ok: true, text, ...dialogOpened(error.dialog) };
      }
      if (isNavigated(error))
        return { ok: false, text: "The page navigated away before the script ended." };
      if (isOver(error, performance.now() - startedAt >= ms))
        throw errors.timeout("The script", ms, undefined, longer(ms, context.session));
      throw error;
    } finally {
      releaseAll(attempt, [
        { frameId: "", loaderId: "", url: "", parentId: undefined, sessionId: undefined },
      ]);
    }
  });
};

function longer(ms: number, session: string): string {
  const seconds = Math.min(300, Math.ceil(ms / 500));
  return `bsk evaluate --session ${session} --timeout ${seconds}s EXPRESSION`;
}

function isNavigated(error: unknown): boolean {
  return isGone(error) && error instanceof Error && /navigat|context/i.test(error.message);
}

/** What the browser ends itself with `timeout`, it calls a fault of its own. */
function isOver(error: unknown, isLate: boolean): boolean {
  if (!(error instanceof BskError)) return false;
  return error.code === "cdp_timeout" || (error.code === "cdp_failed" && isLate);
}

async function run(
  attempt: Attempt,
  { expression, max_chars: maxChars = DEFAULT_CHARS }: ActionParams["page/evaluate"],
  ms: number,
): Promise<Result> {
  attempt.watch.commitsBefore = attempt.watch.commits;
  attempt.hasActed = true; // a script does not run twice
  const { result, exceptionDetails } = await attempt.long(
    "Runtime.evaluate",
    // The browser ends a script that runs for so long without a pause. Nothing else may: to extensions
    // `Runtime.terminateExecution` is "not allowed for untrusted clients" [seen in Chromium 156].
    { expression, awaitPromise: true, userGesture: true, objectGroup: OBJECT_GROUP, timeout: ms },
    { deadlineMs: ms },
  );
  if (exceptionDetails) return { ok: false, ...cut(thrown(exceptionDetails), maxChars) };
  const type = result.subtype ?? result.type;
  if (result.objectId === undefined) return { ok: true, type, ...primitive(result, maxChars) };
  if (result.type === "object" && !DESCRIBED.has(result.subtype ?? "")) {
    const json = await toJson(attempt, result.objectId, maxChars);
    if (json !== undefined) return { ok: true, type, ...json };
  }
  return { ok: true, type, ...cut(result.description ?? type, maxChars) };
}

function thrown({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  if (exception?.description !== undefined) return exception.description;
  if (exception === undefined) return text;
  return `${text} ${primitive(exception, Number.POSITIVE_INFINITY).text}`;
}

type Told = Pick<Result, "text" | "value" | "truncated" | "total_chars">;

function primitive(result: Protocol.Runtime.RemoteObject, maxChars: number): Told {
  const { type, unserializableValue, description } = result;
  const value: unknown = result.value;
  if (unserializableValue !== undefined) return cut(unserializableValue, maxChars);
  if (type === "undefined") return { text: "undefined" };
  if (type === "symbol") return cut(description ?? type, maxChars);
  const told = cut(typeof value === "string" ? value : String(value), maxChars);
  return told.truncated ? told : { ...told, value: anyJson(value) };
}

async function toJson(
  attempt: Attempt,
  objectId: string,
  maxChars: number,
): Promise<Told | undefined> {
  const { result, exceptionDetails } = await attempt.send("Runtime.callFunctionOn", {
    functionDeclaration: String(jsonOf),
    objectId,
    arguments: [{ value: maxChars }],
    returnByValue: true,
  });
  const json: unknown = result.value; // the page may have its own JSON
  if (exceptionDetails || typeof json !== "object" || json === null) return undefined;
  const { text, chars } = json as { text?: unknown; chars?: unknown }; // checked next
  if (typeof text !== "string" || typeof chars !== "number") return undefined;
  if (chars > text.length) return { text, truncated: true, total_chars: chars };
  try {
    return { text, value: anyJson(JSON.parse(text)) };
  } catch {
    return { text }; // what the page calls JSON is none
  }
}

function cut(text: string, maxChars: number): Told {
  if (text.length <= maxChars) return { text };
  return { text: text.slice(0, maxChars), truncated: true, total_chars: text.length };
}

/** The schema leaves the value open; its generated type says object. */
function anyJson(value: unknown): NonNullable<Result["value"]> {
  return value as NonNullable<Result["value"]>;
}
