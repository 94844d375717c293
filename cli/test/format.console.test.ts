import { describe, expect, it } from "vitest";
import { formatConsole } from "../dist/format/console.js";
import { consoleError, results, run } from "./records.js";

const result = results["debug/console"];
if (!result) throw new Error("no sample");
const at = (url: string) => ({ ...consoleError, source_url: url, stack: [] });

function format(
  parts: Partial<typeof result>,
  { offset, messages = 5 }: { readonly offset?: number; readonly messages?: number } = {},
): string {
  const counts = { ...run.counts, console: messages };
  return formatConsole(
    { ...result, run: { ...run, counts }, next_offset: undefined, ...parts } as typeof result,
    { params: { session: "abcd", ...(offset === undefined ? {} : { offset }) }, hasDisplay: true },
  );
}

describe("console messages as text", () => {
  it("name the origin that most come from once, and every other one", () => {
    const text = format({
      console: [
        at("http://app.test/a/main.js"),
        at("http://app.test/b.js"),
        at("http://cdn.test:81/lib/x.js?v=1"),
      ],
      total: 3,
    });

    expect(text).toContain("3 messages  at http://app.test\n");
    expect(text).toContain('" main.js:');
    expect(text).toContain('" http://cdn.test:81/lib/x.js:');
  });

  it("name the request that the browser says it of", () => {
    const text = format({
      console: [{ ...at("http://app.test/api/x"), request_id: `${run.id}:n7` }],
      total: 1,
    });

    expect(text).toMatch(/" \/api\/x:\S+ n7$/m);
  });

  it("say which worker spoke, and a script once", () => {
    const worker = { type: "dedicated", url: "http://app.test/w.js" } as const;
    const text = format({
      console: [
        { ...at("http://app.test/w.js"), worker },
        { ...at("http://app.test/lib.js"), worker: { ...worker, type: "service" } },
        { ...at("http://app.test/w.js"), source_url: undefined, worker } as never,
      ],
      total: 3,
    });

    expect(text).toMatch(/" w\.js:\d+:\d+ in worker$/m);
    expect(text).toMatch(/" lib\.js:\d+:\d+ in service worker w\.js$/m);
    expect(text).toMatch(/" in worker w\.js$/m);
  });

  it("tell an offset behind the last, a filter without a match and a run without any apart", () => {
    expect(format({ console: [], total: 5 }, { offset: 999 })).toContain(
      "5 messages, none from --offset 999 on",
    );
    expect(format({ console: [], total: 0 })).toContain("0 of 5 match");
    expect(format({ console: [], total: 0 }, { messages: 0 })).toContain("no messages");
  });
});
