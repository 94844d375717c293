import { drive, liveCapture } from "@bsk/core/testing";
import type { RequestRecord, RuleRecord, RunRecord } from "@bsk/schema";
import { RulesPlugin } from "../dist/index.js";

export const URL = "http://app.test/api/profile";
export const JSON_TYPE = { "Content-Type": "application/json" };

/** A running capture with the rules plugin, and what its evidence says. */
export async function openRules() {
  const live = await liveCapture([new RulesPlugin()]);
  return {
    ...live,
    /** Adds a rule for the test's own URL. */
    async add(effect: object, more: object = {}): Promise<string> {
      const report = await live.act("rule_add", { rule: { match: { url: URL }, effect, ...more } });
      return String(report.id);
    },
    rules: (): Promise<RuleRecord[]> => all(live.reader().rules()),
    requests: (): Promise<RequestRecord[]> => all(live.reader().requests()),
    run: (): Promise<RunRecord> => live.reader().run(),
    stop: (): Promise<void> => drive(live.clock, live.capture.stop("requested")),
  };
}

export type OpenedRules = Awaited<ReturnType<typeof openRules>>;

export function mock(parts: object = {}): object {
  return { type: "mock", status: 200, body: "{}", ...parts };
}

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}
