import type { ObserverSnapshot } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { errors } from "../../dist/errors.js";
import { NOW, openOperations as open } from "./openOperations.js";

const ASKED = { isAskedFor: true, isReadable: true };
const GONE = { isAskedFor: false, isReadable: false };

describe("stop", () => {
  test("takes a last reading and leaves no timer", async () => {
    const { recorder, clock, get, shown } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    expect(clock.waiting).toBeGreaterThan(0);
    shown.text = "at the end";
    await recorder.stop(ASKED);
    expect(get("a1").observations).toEqual(["g3"]);
    expect(clock.waiting).toBe(0);
  });

  test("typing is complete when somebody asked for the stop, else interrupted", async () => {
    for (const [how, state] of [
      [ASKED, "completed"],
      [GONE, "interrupted"],
    ] as const) {
      const { recorder, hear, get, clock } = open();
      hear("input_started");
      clock.advance(100);
      await recorder.stop(how);
      expect(get("a1")).toMatchObject({ state, finished_at: NOW + 100 });
      expect(clock.waiting).toBe(0);
    }
  });

  test("an operation that runs is interrupted, and its late end changes nothing", async () => {
    const { recorder, get, clock, emitted } = open();
    const slow = await recorder.begin({ method: "evaluate" });
    const operation = await recorder.begin({ method: "click" });
    await recorder.stop(ASKED);
    expect(get("a1").state).toBe("interrupted");
    expect(get("a2").state).toBe("interrupted");
    const count = emitted.length;
    await recorder.finish(operation);
    await recorder.finish(slow, { error: "failed" });
    expect(emitted).toHaveLength(count);
    expect(get("a2").state).toBe("interrupted");
    expect(clock.waiting).toBe(0);
  });

  test("during the reading after an operation waits for it and sets no timer", async () => {
    const { recorder, get, clock, read } = open();
    const operation = await recorder.begin({ method: "click" });
    let answer: (snapshot: ObserverSnapshot) => void = () => undefined;
    read(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const finishing = recorder.finish(operation);
    const stopping = recorder.stop(GONE);
    await Promise.resolve();
    answer({
      url: "http://app.test/",
      title: "",
      text: "after",
      text_truncated: false,
      fields: [],
      fields_partial: false,
      navigation: "navigate",
    });
    await Promise.all([finishing, stopping]);
    expect(get("a1")).toMatchObject({ state: "completed", after: "g2" });
    expect(clock.waiting).toBe(0);
  });

  test("an operation that is begun afterwards is interrupted and reads nothing", async () => {
    const { recorder, get, pages, hear, clock } = open();
    await recorder.stop(ASKED);
    await recorder.finish(await recorder.begin({ method: "click" }));
    expect(get("a1").state).toBe("interrupted");
    hear("page_changed");
    await recorder.refresh("a1");
    expect(pages).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

describe("readings", () => {
  test("a page that does not answer is a record that says why", async () => {
    const { reader, read, pages, coverage } = open();
    read(async () => {
      throw errors.cdpTimeout("Runtime.evaluate", 600);
    });
    await reader.read("before");
    read(async () => {
      throw new SyntaxError("x");
    });
    await reader.read("after", "a1");
    expect(await reader.readChange("a1")).toBeUndefined();
    expect(pages).toMatchObject([
      { state: "unavailable", reason: "observer_timeout" },
      { state: "unavailable", reason: "observer_unavailable", operation_id: "a1" },
    ]);
    expect(coverage.list()).toMatchObject([{ flag: "page_snapshot_unavailable", count: 2 }]);
  });

  test("a reading that fails in itself does not stop the ones that follow", async () => {
    const { reader, settle, get, hear } = open();
    const read = reader.read.bind(reader);
    let broken = true;
    reader.read = async (...args) => {
      if (broken) throw new Error("broken");
      return read(...args);
    };
    hear("click");
    await settle();
    broken = false;
    hear("click");
    await settle();
    expect(get("a1").after).toBeUndefined();
    expect(get("a2").after).toBe("g1");
  });

  test("loads are kept up to their bound, with how they came", async () => {
    const { reader, pages, coverage } = open();
    await reader.readLoad("reload");
    for (let at = 0; at < BOUNDS.pageLoads; at += 1) await reader.readLoad(undefined);
    expect(pages).toHaveLength(BOUNDS.pageLoads);
    expect(pages[0]).toMatchObject({ cause: "load", navigation: "reload" });
    expect(pages[1]?.navigation).toBe("navigate"); // as the page itself says
    expect(coverage.list()).toMatchObject([{ flag: "page_context_limit", count: 1 }]);
  });

  test("text is cut between words and fields keep what a reader needs", async () => {
    const { reader, read, pages } = open();
    read(async () => ({
      url: "http://app.test/",
      title: "t ".repeat(400),
      text: "word ".repeat(1400),
      fields: [
        {
          key: "k1",
          name: "user",
          id: "u",
          label: "User",
          type: "text",
          autocomplete: "off",
          value: "Ada",
          state: "available",
        },
        {
          key: "k2",
          label: "Code",
          autocomplete: "one-time-code",
          value: "123456",
          state: "available",
        },
        { key: "k3", label: "Empty", state: "available" },
        {
          key: "k4",
          label: "Password",
          type: "password",
          value: "",
          state: "available",
        },
      ],
      fields_partial: true,
      text_truncated: false,
      navigation: "navigate",
    }));
    await reader.read("before");
    const [page] = pages;
    expect(page?.text?.length).toBeLessThanOrEqual(6000);
    expect(page?.title?.length).toBeLessThanOrEqual(200);
    expect(page).toMatchObject({ truncated: true, fields_partial: true, navigation: "navigate" });
    expect(page?.fields).toEqual([
      { key: "k1", label: "User", state: "available", name: "user", value: "Ada" },
      { key: "k2", label: "Code", state: "redacted", value: "123456" }, // redaction takes it
      { key: "k3", label: "Empty", state: "available" },
      { key: "k4", label: "Password", state: "available", value: "" }, // nothing is no secret
    ]);
  });

  test("a long value keeps its beginning, never half of a word", async () => {
    const { reader, read, pages } = open();
    const field = (key: string, value: string) => ({
      key,
      label: key,
      value: value.slice(0, 257),
      state: value.length > 256 ? ("truncated" as const) : ("available" as const),
    });
    const exact = `${"word ".repeat(51)}w`;
    read(async () => ({
      url: "http://app.test/",
      title: "",
      text: "",
      fields: [
        field("whole", exact),
        field("at a word's end", `${exact} word`),
        field("within a word", "word ".repeat(60)),
        field("one word", "x".repeat(300)),
        field("a pair", `${"x".repeat(255)}\u{1f600}`),
      ],
      fields_partial: false,
      text_truncated: false,
      navigation: "navigate",
    }));

    await reader.read("before");

    expect(pages[0]?.fields?.map(({ state, value }) => [state, value])).toEqual([
      ["available", exact],
      ["truncated", exact],
      ["truncated", "word ".repeat(51).trim()],
      ["truncated", undefined],
      ["truncated", "x".repeat(255)],
    ]);
  });
});
