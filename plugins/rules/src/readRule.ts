import { exactUrl } from "@bsk/core";
import type { Effect, Match, Mock, Modify, RuleDefinition } from "./RuleDefinition.js";
import { readEdits } from "./readEdits.js";
import { readHeaders } from "./readHeaders.js";
import { fault, oneOf, type Plain, plain, text, whole } from "./shape.js";

/** What a rule and a body may have, in UTF-16 code units. */
const RULE_CHARS = 80 * 1024;
const BODY_CHARS = 64 * 1024;
const NAME_CHARS = 120;
const MOST_TIMES = 100;
const LONGEST_DELAY_MS = 10_000;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const TYPES = ["Fetch", "XHR", "Document"] as const;

/** Reads a rule as it was given. Throws `invalid_rule` with the place and the reason. */
export function readRule(value: unknown): RuleDefinition {
  const rule = plain("rule", value, ["name", "match", "effect", "times"]);
  if (JSON.stringify(rule).length > RULE_CHARS) {
    return fault("rule", `has more than ${RULE_CHARS} characters`);
  }
  const { name, times = 1 } = rule;
  const match = readMatch(rule.match);
  return {
    ...(name === undefined ? {} : { name: text("name", name, NAME_CHARS) }),
    match,
    effect: readEffect(rule.effect, match),
    times: whole("times", times, { least: 0, most: MOST_TIMES }),
  };
}

function readMatch(value: unknown): Match {
  const match = plain("match", value, ["url", "method", "resource_type"]);
  const { method, resource_type: type } = match;
  return {
    url: readUrl("match.url", match.url).href,
    ...(method === undefined ? {} : { method: oneOf("match.method", method, METHODS) }),
    ...(type === undefined ? {} : { resource_type: oneOf("match.resource_type", type, TYPES) }),
  };
}

function readUrl(
  place: string,
  value: unknown,
): { readonly href: string; readonly origin: string } {
  const url = exactUrl(text(place, value));
  return "fault" in url ? fault(place, url.fault) : url;
}

function readEffect(value: unknown, match: Match): Effect {
  const { type } = plain("effect", value);
  switch (oneOf("effect.type", type, ["block", "modify", "mock"] as const)) {
    case "block":
      plain("effect", value, ["type"]);
      return { type: "block" };
    case "modify":
      return readModify(
        plain("effect", value, ["type", "url", "method", "headers", "body", "json"]),
        match,
      );
    case "mock":
      return readMock(plain("effect", value, ["type", "status", "headers", "body", "delay_ms"]));
  }
}

function readModify({ url, method, headers, body, json }: Plain, match: Match): Modify {
  if ([url, method, headers, body, json].every((part) => part === undefined)) {
    fault("effect", "changes nothing; give url, method, headers, body or json");
  }
  if (body !== undefined && json !== undefined) fault("effect", "has both body and json");
  const effect: Modify = {
    type: "modify",
    ...(url === undefined ? {} : { url: sameOrigin(url, match) }),
    ...(method === undefined ? {} : { method: oneOf("effect.method", method, METHODS) }),
    headers: readHeaders("effect.headers", headers, { mayRemove: true }),
    ...(body === undefined ? {} : { body: text("effect.body", body, BODY_CHARS) }),
    ...(json === undefined ? {} : { json: readEdits("effect.json", json) }),
  };
  const sent = effect.method ?? match.method;
  if ((sent === "GET" || sent === "HEAD") && (effect.body || effect.json)) {
    fault("effect", `gives a ${sent} request a body`);
  }
  return effect;
}

function sameOrigin(value: unknown, match: Match): string {
  const { href, origin } = readUrl("effect.url", value);
  return origin === new URL(match.url).origin
    ? href
    : fault("effect.url", "has another origin than match.url");
}

function readMock({ status, headers, body, delay_ms: delay = 0 }: Plain): Mock {
  const code = whole("effect.status", status, { least: 200, most: 599 });
  if (code >= 300 && code < 400)
    fault("effect.status", "is a redirect or 304, which no mock may be");
  const content = text("effect.body", body, BODY_CHARS);
  if ((code === 204 || code === 205) && content !== "") {
    fault("effect.body", `must be empty with status ${code}`);
  }
  const given = readHeaders("effect.headers", headers, { mayRemove: false });
  const pairs = given.map(([name, set]): [string, string] => [name, set ?? ""]);
  const hasType = pairs.some(([name]) => name.toLowerCase() === "content-type");
  return {
    type: "mock",
    status: code,
    headers: hasType ? pairs : [["content-type", "application/json"], ...pairs],
    body: content,
    delayMs: whole("effect.delay_ms", delay, { least: 0, most: LONGEST_DELAY_MS }),
  };
}
