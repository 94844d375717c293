import { describe, expect, it } from "vitest";
import { formatOperation } from "../dist/format/operation.js";
import { run as runCli } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, failedSave, request, results } from "./records.js";

const context = { params: { session: "abcd" }, hasDisplay: true };

describe("an operation as text", () => {
  const result = results["debug/operation"];
  if (!result) throw new Error("no sample");
  const errorBodies = new Map([[failedSave.id, '{"error":{"code":"name_required"}}']]);

  it("answers what happened, with every fact, in under 2 KiB", () => {
    const text = formatOperation({ result, errorBodies }, context);

    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    for (const fact of [
      'a3 click button "Save"  agent',
      "completed 61ms",
      'displayName "Ada" → "Ada L."',
      'submitted /displayName "Ada L." (n12)',
      "n12  POST  422  118ms  64B  /api/profile  initiator",
      'body {"error":{"code":"name_required"}}',
      'c4 error "save failed 422" profile.js:41:9',
      '+ "Could not save"',
      "gaps     none",
      "next: bsk debug request n12 --session abcd --part request",
    ]) {
      expect(text).toContain(fact);
    }
  });

  it("shows the body of a 200 that says itself that it failed, and leads to it", async () => {
    const row = { ...failedSave, status: 200, relation: "window" as const };
    const answer = {
      ...result,
      requests: [row],
      evidence: { ...result.evidence, failures_told: [{ request_id: row.id, pointer: "/ok" }] },
    };
    const host = new FakeHost(answersFrom({ "debug/operation": () => answer }));

    await runCli(["debug", "operation", "a3", "--session", "abcd"], host);

    expect(host.stdout).toContain('body {"error":{"code":"name_required"}}');
    expect(host.stdout).toContain("next: bsk debug request n12 --session abcd --part response");
  });

  it("says of a line how often it came", () => {
    const { evidence } = result;
    const changes = { ...evidence.changes, added: ["Item 1", "Item 2", "Item 1"], removed: ["x"] };
    const text = formatOperation(
      { result: { ...result, evidence: { ...evidence, changes } }, errorBodies: new Map() },
      context,
    );

    expect(text).toMatch(/\+ "Item 1" ×2\n +\+ "Item 2"\n +- "x"\n/);
  });

  it("leads to the console where nothing but an error stands there", () => {
    const text = formatOperation(
      { result: { ...result, requests: [] }, errorBodies: new Map() },
      context,
    );

    expect(text).toContain("next: bsk debug console --session abcd --level error");
  });

  it("counts the requests that the run had no room for", () => {
    const told = (requests: typeof result.requests, request_ids: string[]) =>
      formatOperation(
        {
          result: {
            ...result,
            requests,
            operation: { ...result.operation, request_ids, evicted_requests: 302 },
          },
          errorBodies,
        },
        context,
      );

    expect(told([], [])).toContain("requests 302 evicted: the run had no room for them\n");
    expect(told(result.requests, result.operation.request_ids)).toContain(
      "\n         302 evicted:",
    );
  });

  it("says that its window was cut where none of its requests may mean nothing", () => {
    const told = (window_cut: object) => {
      const operation = { ...result.operation, request_ids: [], window_cut };
      const answer = { ...result, operation, requests: [] } as typeof result;
      return formatOperation({ result: answer, errorBodies }, context);
    };

    expect(told({ after_ms: 249, by: `${result.run.id}:a4` })).toContain(
      "requests none\n         window cut after 249ms by a4\n",
    );
    expect(told({ after_ms: 30 })).toContain("window cut after 30ms by the end of the run\n");
  });

  it("says that its window is still open where more may come", () => {
    const told = (now: number, run: object = {}) => {
      const operation = { ...result.operation, window_end: 5_000 };
      const answer = { ...result, operation, run: { ...result.run, ...run } };
      return formatOperation({ result: answer, errorBodies, now }, context);
    };

    expect(told(4_100)).toContain("\n         window open for 900ms more: ask again\n");
    expect(told(5_000)).not.toContain("window open");
    expect(told(4_100, { state: "stopped" })).not.toContain("window open");
  });

  it("never says that a field was not sent, but what was looked for and what a rule did to it", () => {
    const [chain] = result.evidence.fields;
    if (!chain) throw new Error("no sample");
    const absent = { state: "missing" as const, looked_for: "title", source: failedSave.id };
    const told = (value: object) => {
      const fields = [{ ...chain, name: "title", submitted: [{ ...absent, ...value }] }];
      const evidence = { ...result.evidence, fields };
      return formatOperation({ result: { ...result, evidence }, errorBodies }, context);
    };
    const rule = `${result.run.id}:r1`;

    expect(told({})).toContain('submitted no field "title" in n12\n');
    expect(told({ rule_id: rule, rule_change: "title → subject" })).toContain(
      'no field "title" in n12; r1 renamed it: title → subject\n',
    );
    expect(told({ rule_id: rule, rule_change: "remove:title" })).toContain("; r1 removed it\n");
    expect(told({ same_value_other_name: "/subject" })).toContain(
      'no field "title" in n12; the same value is at /subject\n',
    );
    expect(told({ in_list_at: "/a/0/qty", in_list_value: "3", in_list_count: 1 })).toContain(
      'no field "title" outside lists in n12; one is at /a/0/qty "3"\n',
    );
    expect(told({ in_list_at: "/a/0/qty", in_list_value: "3", in_list_count: 2 })).toContain(
      '; 2 are in lists, the first at /a/0/qty "3"\n',
    );
    expect(told({ masked_at: "/password" })).toContain(
      "; a masked value is at /password: masked values cannot be compared\n",
    );
    expect(told({})).not.toContain("missing");
    const ambiguous = { state: "ambiguous", looked_for: undefined };
    expect(told({ ...ambiguous, between: ["/a", "/b/a"] })).toContain(
      "(ambiguous: /a, /b/a) (n12)",
    );
    expect(told({ ...ambiguous, reason: "shared_name" })).toContain(
      "(ambiguous: other fields of the page have its name)",
    );
  });

  it("calls a 200 with an error in its body no success, and no failure", () => {
    const requests = result.requests.map((row) => ({ ...row, status: 200 }));
    const text = formatOperation(
      { result: { ...result, requests, console: [] }, errorBodies },
      context,
    );

    expect(text).toContain("n12  POST  200  118ms  64B  /api/profile  initiator");
    expect(text.replaceAll("Could not save", "")).not.toMatch(/succe|\bok\b|fail|passed|✓|✗/i);
  });

  it("stays under 2 KiB for a form of 16 fields with two requests", () => {
    const [chain] = result.evidence.fields;
    if (!chain) throw new Error("no sample");
    const fields = Array.from({ length: 16 }, (_, index) =>
      index < 2
        ? { ...chain, name: `field${index}` }
        : { ...chain, input: chain.before, submitted: [] },
    );
    const requests = [...result.requests, { ...request(13), relation: "window" as const }];

    const text = formatOperation(
      { result: { ...result, requests, evidence: { ...result.evidence, fields } }, errorBodies },
      context,
    );

    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    expect(text).toContain("14 unchanged");
  });

  it("folds the fields that nothing happened to, whatever form they are of and however they went", () => {
    const [chain] = result.evidence.fields;
    if (!chain) throw new Error("no sample");
    const same = { ...chain, input: chain.before };
    const absent = { state: "missing" as const, looked_for: "x", source: failedSave.id };
    const sent = (value: object) => ({ ...same, submitted: [value] }) as typeof chain;
    const asShown = sent({
      state: "available",
      value: "Ada",
      pointer: "/x",
      source: failedSave.id,
    });
    const otherwise = sent({
      state: "available",
      value: "Eve",
      pointer: "/x",
      source: failedSave.id,
    });
    const ofOtherForm = sent(absent);
    const renamed = sent({ ...absent, rule_id: `${result.run.id}:r1`, rule_change: "x → y" });
    const told = (fields: (typeof chain)[]) =>
      formatOperation(
        { result: { ...result, evidence: { ...result.evidence, fields } }, errorBodies },
        context,
      );

    expect(told([asShown, ofOtherForm, { ...same, submitted: [] }])).toContain(
      "\nfields   2 unchanged, 1 unchanged and sent so\n",
    );
    expect(told([otherwise])).toContain('submitted /x "Eve" (n12)');
    expect(told([renamed])).toContain("r1 renamed it: x → y");
  });

  it("calls no field unchanged that the operation's own readings show otherwise in the end", () => {
    const [chain] = result.evidence.fields;
    if (!chain) throw new Error("no sample");
    const told = (source: string, state: "available" | "missing" = "available") => {
      const later = { state, value: "reset", source };
      const fields = [{ ...chain, input: chain.before, submitted: [], later }];
      const operation = { ...result.operation, observations: [`${result.run.id}:g90`] };
      return formatOperation(
        { result: { ...result, operation, evidence: { ...result.evidence, fields } }, errorBodies },
        context,
      );
    };

    expect(told(`${result.run.id}:g90`)).toMatch(
      /fields {3}\w+ "Ada" → "Ada"\n.*later "reset" \(g90\)/,
    );
    expect(told(`${result.run.id}:g91`)).toContain("1 unchanged");
    expect(told(`${result.run.id}:g90`, "missing")).toContain("1 unchanged");
  });

  it("calls no field unchanged that it could not see", () => {
    const [chain] = result.evidence.fields;
    if (!chain) throw new Error("no sample");
    const masked = { state: "redacted" as const };
    const fields = [
      { ...chain, input: chain.before, submitted: [] },
      { ...chain, before: masked, input: masked, submitted: [] },
    ];

    const text = formatOperation(
      { result: { ...result, evidence: { ...result.evidence, fields } }, errorBodies },
      context,
    );

    expect(text).toContain("fields   1 unchanged, 1 not comparable\n");
  });

  it("calls no field unchanged whose value was cut or differs late", () => {
    const [chain] = result.evidence.fields;
    if (!chain) throw new Error("no sample");
    const values = (state: "available" | "truncated", input: string) => ({
      ...chain,
      name: `${state} ${input}`,
      before: { state, value: `${"x".repeat(80)}1` },
      input: { state, value: `${"x".repeat(80)}${input}` },
      submitted: [],
    });
    const fields = [values("available", "1"), values("available", "2"), values("truncated", "1")];

    const text = formatOperation(
      { result: { ...result, evidence: { ...result.evidence, fields } }, errorBodies },
      context,
    );

    expect(text).toContain("available 2 ");
    expect(text).toContain("truncated 1 ");
    expect(text).toContain("1 unchanged");
  });

  it("keeps the failure when there are too many requests to show", () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...request(100 + index),
      relation: "window" as const,
    }));

    const text = formatOperation(
      { result: { ...result, requests: [...many, ...result.requests] }, errorBodies },
      context,
    );

    expect(text).toContain("n12");
    expect(text).toContain("+33 not shown  next: bsk debug requests --session abcd --limit 100");
  });

  it("counts the requests that the answer itself left out, and names what else it lost", () => {
    const ids = Array.from({ length: 302 }, (_, index) => `d3f0c2a91b7e4:n${index}`);
    const operation = { ...result.operation, request_ids: ids };
    const output = { ...result.output, omitted: ["operation.links", "requests", "console"] };

    const text = formatOperation(
      { result: { ...result, operation, output }, errorBodies },
      context,
    );

    expect(text).toContain(`+${302 - result.requests.length} not shown`);
    expect(text).toContain("cut      console  all with bsk debug export --session abcd");
  });

  it("reads the start of an error body by itself", async () => {
    const host = new FakeHost(answersFrom());

    await runCli(["debug", "operation", "a3", "--session", "abcd"], host);

    expect(host.stdout).toContain('body {"error":{"code":"name_required"}}');
    expect(host.calls.map(({ method }) => method)).toEqual(["debug/operation", "debug/request"]);
  });
});
