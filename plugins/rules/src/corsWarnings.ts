import { readRule } from "./readRule.js";

const ALLOW = "access-control-allow-origin";

/** What the browser will make of a mock for another origin than the page's: it checks mocks as it checks answers. */
export function corsWarnings(rule: unknown, pageUrl: string): string[] {
  const { match, effect } = readRule(rule);
  if (effect.type === "block" || !/^https?:/.test(pageUrl)) return [];
  if (new URL(match.url).origin === new URL(pageUrl).origin) return [];
  const preflight =
    "the request is to another origin than the page's: a preflight (OPTIONS) goes to the real server unless a rule with method OPTIONS mocks it";
  const hasAllow =
    effect.type !== "mock" || effect.headers.some(([name]) => name.toLowerCase() === ALLOW);
  return [
    ...(hasAllow
      ? []
      : [
          `the page's origin is another one and the mock has no ${ALLOW}: the page will not see it`,
        ]),
    preflight,
  ];
}
