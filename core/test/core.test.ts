import { describe, expect, test } from "vitest";
import type { TapFailure } from "../dist/guardTaps.js";
import { Core } from "../dist/index.js";
import type { Evidence, Plugin, PluginReport } from "../dist/Plugin.js";
import type { EvidenceBatch } from "../dist/ports.js";
import type { Draft } from "../dist/redacted.js";
import { RUN_ID, readerOf, recordingOf, requestRecord } from "../dist/testing/index.js";

const ANY = { type: "object", properties: {}, additionalProperties: true } as const;
const CONTEXT = { runId: RUN_ID, tabId: 1 } as never;
const EVENT = { method: "Page.x", params: {} };
const BATCH: EvidenceBatch = { records: [requestRecord(1)], bodies: [], evicted: [] };
const EMPTY: EvidenceBatch = { records: [], bodies: [], evicted: [] };

function plugin(
  name: string,
  apply: (core: Core) => void,
  parts: Partial<Plugin> & { reads?: Evidence[] } = {},
): Plugin {
  const { reads = [], ...rest } = parts;
  return {
    manifest: { name, summary: name, api: 1, params: ANY, result: ANY, reads, live: false },
    validators: { params: () => true, result: () => true },
    apply,
    ...rest,
  };
}

/** A core whose clock moves by one at each look, with the failures that it told. */
function watched(...plugins: Plugin[]) {
  let time = 0;
  const core = new Core(plugins, { now: () => time++ });
  const failures: TapFailure[] = [];
  const end = core.onTapFailed((failure) => failures.push(failure));
  return { core, failures, end };
}

const bang = (): never => {
  throw new RangeError("page words");
};

describe("a tap of the capture and storage stages that fails costs only itself", () => {
  test("sync hooks: the taps after it run", () => {
    const ran: string[] = [];
    const { core, failures } = watched(
      plugin("bad", ({ hooks }) => {
        hooks.cdpEvent.tap("bad", bang);
        hooks.recordCaptured.tap("bad", bang);
        hooks.retentionPriority.tap("bad", bang);
      }),
      plugin("good", ({ hooks }) => {
        hooks.cdpEvent.tap("good", () => void ran.push("event"));
        hooks.recordCaptured.tap("good", () => void ran.push("record"));
        hooks.retentionPriority.tap("good", () => 7);
      }),
    );
    const draft: Draft = { kind: "request", record: requestRecord(1) };
    core.hooks.cdpEvent.call(EVENT, CONTEXT);
    core.hooks.recordCaptured.call(draft, CONTEXT);
    expect(core.hooks.retentionPriority.call(requestRecord(1))).toBe(7);
    expect(ran).toEqual(["event", "record"]);
    expect(failures).toEqual(Array(3).fill({ plugin: "bad", runId: RUN_ID }));
  });

  test.each(["throws", "rejects", "calls back with an error", "throws before it calls back"])(
    "async hooks: one that %s",
    async (how) => {
      const ran: string[] = [];
      const { core, failures } = watched(
        plugin("bad", ({ hooks }) => {
          for (const hook of [hooks.captureStarting, hooks.captureStopping, hooks.beforeStore]) {
            if (how === "throws") hook.tap("bad", bang);
            else if (how === "rejects") hook.tapPromise("bad", async () => bang());
            else if (how === "throws before it calls back") hook.tapAsync("bad", bang);
            else
              hook.tapAsync("bad", (...values: unknown[]) =>
                (values.at(-1) as (error: Error) => void)(new Error("x")),
              );
          }
        }),
        plugin("good", ({ hooks }) => {
          hooks.captureStarting.tapPromise("good", async () => void ran.push("starting"));
          hooks.captureStopping.tapAsync("good", (_context, _reason, done) => {
            ran.push("stopping");
            done();
          });
          hooks.beforeStore.tap("good", () => void ran.push("store"));
        }),
      );
      await core.hooks.captureStarting.promise(CONTEXT);
      await core.hooks.captureStopping.promise(CONTEXT, "requested");
      await core.hooks.beforeStore.promise(BATCH);
      expect(ran).toEqual(["starting", "stopping", "store"]);
      expect(failures).toEqual(Array(3).fill({ plugin: "bad", runId: RUN_ID }));
    },
  );

  test("an async function where a sync one belongs is a failure, and never an unhandled rejection", async () => {
    const { core, failures } = watched(
      plugin("late", ({ hooks }) => {
        hooks.cdpEvent.tap("late", (async () => bang()) as never);
        hooks.retentionPriority.tap("late", (async () => 9) as never);
      }),
    );
    core.hooks.cdpEvent.call(EVENT, CONTEXT);
    expect(core.hooks.retentionPriority.call(requestRecord(1))).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
    expect(failures).toHaveLength(2);
    expect(core.taps.get("late")?.lastFailure).toBe("TypeError");
  });

  test("what a later tap throws in a callback is not laid on the one that called", async () => {
    const { core, failures } = watched(
      plugin("first", ({ hooks }) => hooks.beforeStore.tapAsync("first", (_batch, done) => done())),
    );
    core.hooks.beforeStore.intercept({ done: bang });
    await expect(core.hooks.beforeStore.promise(BATCH)).rejects.toThrow("page words");
    expect(failures).toEqual([]);
  });

  test("a second call of the callback is nothing", async () => {
    const ran: string[] = [];
    const { core } = watched(
      plugin("twice", ({ hooks }) =>
        hooks.beforeStore.tapAsync("twice", (_batch, done) => {
          done();
          done(new Error("late"));
        }),
      ),
      plugin("next", ({ hooks }) => hooks.beforeStore.tap("next", () => void ran.push("next"))),
    );
    await core.hooks.beforeStore.promise(EMPTY);
    expect(ran).toEqual(["next"]);
    expect(core.taps.get("twice")).toMatchObject({ calls: 1, failures: 0 });
  });

  test("what has no run is told without one", () => {
    const { core, failures } = watched(
      plugin("bad", ({ hooks }) => hooks.beforeStore.tap("bad", bang)),
    );
    return core.hooks.beforeStore.promise(EMPTY).then(() => {
      expect(failures).toEqual([{ plugin: "bad", runId: undefined }]);
    });
  });
});

describe("a redaction tap that fails", () => {
  test("does not let the record through, and is told", () => {
    const { core, failures } = watched(plugin("bad", ({ hooks }) => hooks.redact.tap("bad", bang)));
    const draft: Draft = { kind: "request", record: requestRecord(1) };
    expect(() => core.hooks.redact.call(draft)).toThrow("page words");
    expect(failures).toEqual([{ plugin: "bad", runId: RUN_ID }]);
  });

  test("so does one that is a promise, and one that is named as core's own", () => {
    const draft: Draft = { kind: "run", record: { ...requestRecord(1), id: RUN_ID } as never };
    const { core, failures } = watched(
      plugin("core", ({ hooks }) =>
        hooks.redact.tap("core", (async (value: Draft) => value) as never),
      ),
    );
    expect(() => core.hooks.redact.call(draft)).toThrow(TypeError);
    expect(failures).toEqual([{ plugin: "core", runId: RUN_ID }]);
  });
});

describe("figures", () => {
  test("calls, time and failures by plugin; core's own taps are not among them", async () => {
    const { core } = watched(
      plugin("busy", ({ hooks }) => {
        hooks.cdpEvent.tap("busy", () => undefined);
        hooks.beforeStore.tapPromise("busy", async () => undefined);
        hooks.captureStarting.tapPromise({ name: "busy", stage: 5 }, async () => bang());
      }),
    );
    for (let at = 0; at < 3; at += 1) core.hooks.cdpEvent.call(EVENT, CONTEXT);
    await core.hooks.beforeStore.promise(BATCH);
    await core.hooks.captureStarting.promise(CONTEXT);
    core.hooks.redact.call({ kind: "request", record: requestRecord(1) });
    expect([...core.taps]).toEqual([
      ["busy", { calls: 5, ms: 5, failures: 1, lastFailure: "RangeError" }],
    ]);
  });

  test("what is thrown need not be an error", () => {
    const { core } = watched(
      plugin("odd", ({ hooks }) =>
        hooks.cdpEvent.tap("odd", () => {
          throw "words";
        }),
      ),
    );
    core.hooks.cdpEvent.call(EVENT, CONTEXT);
    expect(core.taps.get("odd")?.lastFailure).toBe("string");
  });

  test("a clock that goes back costs nothing", () => {
    const times = [10, 3];
    const core = new Core([plugin("p", ({ hooks }) => hooks.cdpEvent.tap("p", () => undefined))], {
      now: () => times.shift() ?? 0,
    });
    core.hooks.cdpEvent.call(EVENT, CONTEXT);
    expect(core.taps.get("p")?.ms).toBe(0);
  });

  test("listeners are told until they end", () => {
    const { core, failures, end } = watched(
      plugin("bad", ({ hooks }) => hooks.cdpEvent.tap("bad", bang)),
    );
    core.hooks.cdpEvent.call(EVENT, CONTEXT);
    end();
    core.hooks.cdpEvent.call(EVENT, CONTEXT);
    expect(failures).toHaveLength(1);
  });
});

describe("analyze", () => {
  const reader = () => readerOf(recordingOf({ requests: [requestRecord(1)] }));

  test("gives the analyzer's report", async () => {
    const { core } = watched(
      plugin(
        "count",
        ({ hooks }) =>
          hooks.analyze
            .for("count")
            .tapPromise("count", async (params, evidence): Promise<PluginReport> => {
              let requests = 0;
              for await (const _request of evidence.requests()) requests += 1;
              return { requests, of: params.of };
            }),
        { reads: ["requests"] },
      ),
    );
    expect(await core.analyze("count", { of: "all" }, reader())).toEqual({
      requests: 1,
      of: "all",
    });
    expect(core.plugins.map(({ manifest }) => manifest.name)).toEqual(["count"]);
    expect(core.taps.get("count")).toMatchObject({ calls: 1, failures: 0 });
  });

  test("hands out only the evidence that the manifest declares", async () => {
    const { core } = watched(
      plugin(
        "greedy",
        ({ hooks }) =>
          hooks.analyze
            .for("greedy")
            .tapPromise("greedy", async (_params, evidence): Promise<PluginReport> => {
              await evidence.body(`${RUN_ID}:n1`, "response");
              return {};
            }),
        { reads: ["requests"] },
      ),
    );
    await expect(core.analyze("greedy", {}, reader())).rejects.toMatchObject({
      code: "evidence_not_declared",
    });
  });

  test("names the plugin that failed, counts it, and puts no gap into any run", async () => {
    const { core, failures } = watched(
      plugin("bad", ({ hooks }) => hooks.analyze.for("bad").tapPromise("bad", async () => bang())),
    );
    await expect(core.analyze("bad", { run_id: RUN_ID }, reader())).rejects.toMatchObject({
      code: "plugin_failed",
      data: { plugin: "bad" },
    });
    expect(core.taps.get("bad")).toMatchObject({ failures: 1 });
    expect(failures).toEqual([]);
  });

  test("what is thrown need not be an error", async () => {
    const { core } = watched(
      plugin("odd", ({ hooks }) =>
        hooks.analyze.for("odd").tapPromise("odd", () => Promise.reject("words")),
      ),
    );
    await expect(core.analyze("odd", {}, reader())).rejects.toThrow("words");
  });

  test("an unknown name, wrong parameters and a wrong result have errors of their own", async () => {
    const refused = (errors?: readonly { instancePath: string; keyword: string }[]) =>
      Object.assign(() => false, errors ? { errors } : {});
    const accepted = () => true;
    const apply = ({ hooks }: Core) => hooks.analyze.for("p").tapPromise("p", async () => ({}));
    const { core } = watched();
    await expect(core.analyze("none", {}, reader())).rejects.toMatchObject({
      code: "unknown_method",
    });
    for (const [errors, message] of [
      [[{ instancePath: "/limit", keyword: "type" }], "p: /limit (type)"],
      [undefined, "p: parameters (invalid)"],
    ] as const) {
      const validators = { params: refused(errors), result: accepted };
      const strict = new Core([plugin("p", apply, { validators })]);
      await expect(strict.analyze("p", {}, reader())).rejects.toMatchObject({
        code: "invalid_params",
        message,
      });
    }
    for (const [errors, where] of [
      [[{ instancePath: "/groups", keyword: "type" }], "(/groups)"],
      [undefined, "(/)"],
    ] as const) {
      const validators = { params: accepted, result: refused(errors) };
      const strict = new Core([plugin("p", apply, { validators })]);
      await expect(strict.analyze("p", {}, reader())).rejects.toThrow(where);
    }
  });
});

test("an exporting tap that fails is counted, and the export fails", async () => {
  const { core, failures } = watched(
    plugin("strip", ({ hooks }) =>
      hooks.exporting.tapAsync("strip", (_document, done) => done(new Error("no"))),
    ),
  );
  await expect(core.hooks.exporting.promise({} as never)).rejects.toThrow("no");
  expect(core.taps.get("strip")).toMatchObject({ failures: 1 });
  expect(failures).toEqual([]);
});

test("an action's tap is timed and answers", async () => {
  const { core } = watched(
    plugin("rules", ({ hooks }) =>
      hooks.action.for("rule_add").tapPromise("rules", async () => ({ id: 1 })),
    ),
  );
  const { signal } = new AbortController();
  expect(await core.hooks.action.for("rule_add").promise({}, CONTEXT, signal)).toEqual({ id: 1 });
  expect(core.taps.get("rules")).toMatchObject({ calls: 1 });
});
