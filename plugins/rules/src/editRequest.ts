import type { EffectiveRequest, HeaderPair, PausedRequest, RequestChange } from "@bsk/core";
import { editJson } from "./editJson.js";
import type { Modify } from "./RuleDefinition.js";

type Request = PausedRequest["request"];

export interface EditedRequest {
  readonly change: RequestChange;
  readonly effective: EffectiveRequest;
  /** What was changed, for the record. */
  readonly changes: readonly string[];
}
interface Fault {
  readonly fault: string;
}

/** What goes out in place of the request, or why it cannot be made without a guess. */
export function editRequest(request: Request, effect: Modify): EditedRequest | Fault {
  const { headers, changes: headerChanges } = mergeHeaders(request.headers, effect.headers);
  const method = effect.method ?? request.method;
  const edited = editBody(request, effect, contentType(headers));
  if ("fault" in edited) return edited;
  const { body } = edited;
  const hasBody = body === undefined ? request.hasPostData === true : body !== "";
  if (hasBody && (method === "GET" || method === "HEAD")) {
    return { fault: `a ${method} request cannot have a body` };
  }
  const { url } = effect;
  return {
    change: {
      ...(url === undefined ? {} : { url }),
      ...(effect.method === undefined ? {} : { method }),
      // The browser replaces the whole set by the one it is given.
      ...(effect.headers.length === 0 ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    },
    effective: {
      url: url ?? request.url,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    },
    changes: [
      ...(url === undefined ? [] : ["url"]),
      ...(effect.method === undefined ? [] : ["method"]),
      ...headerChanges,
      ...edited.changes,
    ],
  };
}

function editBody(
  request: Request,
  { body, json }: Modify,
  type: string | undefined,
): { readonly body?: string; readonly changes: readonly string[] } | Fault {
  if (body === undefined && json === undefined) return { changes: [] };
  const was = contentType(Object.entries(request.headers)) ?? "";
  if (/multipart\/|octet-stream|^(?:image|audio|video|font)\//i.test(was)) {
    return { fault: "the request has a binary or multipart body" };
  }
  if (body !== undefined) return { body, changes: ["body"] };
  if (json === undefined) return { changes: [] };
  if (!/[/+]json\b/i.test(type ?? ""))
    return { fault: "the request is not JSON by its content type" };
  const text = request.postData;
  if (text === undefined) return { fault: "the request has no body that can be read" };
  if (text.includes("\ufffd")) return { fault: "the body is not plain text" };
  const edited = editJson(text, json);
  return "fault" in edited ? edited : { body: edited.text, changes: edited.changes };
}

function mergeHeaders(
  sent: Request["headers"],
  edits: Modify["headers"],
): { readonly headers: readonly HeaderPair[]; readonly changes: readonly string[] } {
  const merged = new Map<string, HeaderPair>();
  for (const [name, value] of Object.entries(sent)) merged.set(name.toLowerCase(), [name, value]);
  const changes: string[] = [];
  for (const [name, value] of edits) {
    const key = name.toLowerCase();
    if (value !== null) merged.set(key, [name, value]);
    else if (!merged.delete(key)) continue; // it is not there, as was wanted
    changes.push(`header:${key}`);
  }
  return { headers: [...merged.values()], changes };
}

function contentType(headers: readonly HeaderPair[]): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
}
