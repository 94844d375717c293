import type { ObserverEvent, ObserverSnapshot } from "@bsk/schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BOUNDS } from "../dist/tsc/observer/bounds.js";
import { Tally } from "../dist/tsc/observer/vitals/Tally.js";
import { Visit } from "../dist/tsc/observer/vitals/Visit.js";
import { ObservedTab } from "./browser/ObservedTab.js";
import type { PipeTab } from "./browser/PipeTab.js";

const PAGES = new Map([
  ["/", "<form id=f></form>"],
  ["/framed", "<input name=outer><iframe srcdoc='<input name=inner value=x>in a frame'></iframe>"],
]);

it("the bounds of what is read and measured are these", () => {
  expect(BOUNDS).toEqual({
    targetChars: 120,
    keyChars: 256,
    labelChars: 120,
    attributeChars: 120,
    valueChars: 256,
    urlChars: 8192,
    titleChars: 200,
    textChars: 6000,
    nodeChars: 24_000,
    controls: 80,
    fields: 16,
    elements: 20_000,
    passingAdded: 128,
    passingWatched: 32,
    passingElements: 200,
    passingChars: 600,
    passedLines: 8,
    passedChars: 240,
    passingTold: 16,
    passingLookMs: 100,
    passingIdleMs: 100,
    passingRestMs: 1000,
    passingMs: 15_000,
    inputRestMs: 350,
    changeRestMs: 700,
    idleMs: 500,
    longTasks: 50,
    animationFrames: 10,
    scripts: 3,
    shiftSources: 5,
    visibilityChanges: 64,
    viewportChanges: 8,
    culpritChars: 40,
    selectorChars: 120,
    functionChars: 60,
    invokerChars: 100,
    scriptUrlChars: 200,
    lcpUrlChars: 2048,
    visitRestMs: 500,
    inputSettlesMs: 1100,
    leavingMs: 30_000,
    agentMs: 310_000,
  });
});

describe("the page's fields", () => {
  let observed: ObservedTab;
  let tab: PipeTab;
  let heard: ObserverEvent[] = [];

  beforeAll(async () => {
    observed = await ObservedTab.open(PAGES, (message) => heard.push(message as ObserverEvent));
    ({ tab } = observed);
  }, 40_000);

  afterAll(() => observed?.close());

  beforeEach(() => open("/"));

  async function open(path: string): Promise<void> {
    heard = [];
    await observed.goTo(path);
    await vi.waitFor(() => expect(heard.map(({ type }) => type)).toContain("loaded"), 8000);
  }

  async function show(html: string): Promise<void> {
    await tab.value(`document.getElementById('f').innerHTML = ${JSON.stringify(html)}, 0`);
  }

  const inWorld = (expression: string): Promise<unknown> => observed.inWorld(expression);
  const snapshot = (): Promise<ObserverSnapshot> => observed.snapshot();

  const inputs = (count: number): string =>
    Array.from({ length: count }, (_, at) => `<input name=n${at + 1}>`).join("");

  it("are sixteen at most, and more make the page partial", async () => {
    await show(inputs(16));
    expect(await snapshot()).toMatchObject({ fields: { length: 16 }, fields_partial: false });

    await show(inputs(17));
    const { fields, fields_partial: isPartial } = await snapshot();
    expect(fields.map(({ name }) => name)).toEqual(
      Array.from({ length: 16 }, (_, at) => `n${at + 1}`),
    );
    expect(isPartial).toBe(true);
  });

  it("are looked for among the first eighty controls", async () => {
    await show(`${"<input>".repeat(79)}<input name=last>`);
    expect((await snapshot()).fields).toMatchObject([{ name: "last" }]);

    await show(`${"<input>".repeat(80)}<input name=beyond>`);
    expect(await snapshot()).toMatchObject({ fields: [], fields_partial: true });
  });

  it("have a key of 256 characters at most; one with a longer one is left out", async () => {
    const prefix = `${observed.origin}/|f|name:`;
    await show(`<input name=${"k".repeat(256 - prefix.length)}>`);
    const { fields, fields_partial: isPartial } = await snapshot();
    expect(fields[0]?.key).toHaveLength(256);
    expect(isPartial).toBe(false);

    await show(`<input name=${"k".repeat(257 - prefix.length)}><input name=short>`);
    expect(await snapshot()).toMatchObject({ fields: [{ name: "short" }], fields_partial: true });
  });

  it.each([
    [
      "ids",
      "<input name=q id=a value=1><input name=q id=b value=2>",
      ["|name:q|id:a", "|name:q|id:b"],
    ],
    [
      "labels",
      "<input name=q aria-label=A value=1><input name=q aria-label=B value=2>",
      ["|name:q|label:A", "|name:q|label:B"],
    ],
    [
      "values of checkboxes",
      "<input type=checkbox name=c value=r><input type=checkbox name=c value=g checked>",
      ["|name:c|value:r", "|name:c|value:g"],
    ],
  ])("that share a name are told apart by their %s", async (_by, html, keys) => {
    await show(html);

    const { fields, fields_partial: isPartial } = await snapshot();

    expect(fields.map(({ key }) => key.replace(/^.*?(?=\|name)/, ""))).toEqual(keys);
    expect(new Set(fields.map(({ value }) => value)).size).toBe(2);
    expect(isPartial).toBe(false);
  });

  it.each([
    ["nothing differs", "<input name=q><input name=q>"],
    ["two differ of three", "<input name=q id=a><input name=q id=b><input name=q id=b>"],
    [
      "the key would be too long",
      `<input name=q id=${"a".repeat(250)}><input name=q id=${"b".repeat(250)}>`,
    ],
  ])("that share a name are left out where %s", async (_why, html) => {
    await show(html);

    expect(await snapshot()).toMatchObject({ fields: [], fields_partial: true });
  });

  it("are not guessed of an element that the page made itself", async () => {
    await show(`<x-field name=custom value=x>typed</x-field><input name=own>`);

    expect(await snapshot()).toMatchObject({ fields: [{ name: "own" }] });
  });

  it("are those of the main frame alone, and so is the text", async () => {
    await open("/framed");

    const { fields, text } = await snapshot();

    expect(fields).toMatchObject([{ name: "outer" }]);
    expect(text).not.toContain("in a frame");
  });

  it("are done with when 350 ms have passed without a key", async () => {
    await show("<input name=typed>");
    await tab.value("document.querySelector('[name=typed]').focus(), 0");
    await inWorld(`bskDelays = []; ((real) => {
      globalThis.setTimeout = (run, ms) => { bskDelays.push(ms); return real(run, ms); };
    })(setTimeout)`);
    for (let keys = 0; keys < 3; keys += 1)
      await tab.send("Input.dispatchKeyEvent", { type: "char", text: "a" });
    const told = () => heard.map(({ type }) => type).filter((type) => type.startsWith("input"));
    await vi.waitFor(() => expect(told()).toEqual(["input_started", "input_finished"]), 8000);

    const delays = JSON.parse(String(await inWorld("JSON.stringify(bskDelays)"))) as number[];
    expect(delays.filter((ms) => ms === 350)).toHaveLength(3); // each key begins the rest anew
  });
});

describe("what is measured of a visit", () => {
  it("keeps the fifty costliest tasks, and counts them all", () => {
    const tasks = new Tally<{ at: number; duration_ms: number }>(BOUNDS.longTasks);
    for (let at = 1; at <= 51; at += 1) {
      const duration_ms = at === 7 ? 50 : 100 + at;
      tasks.add(duration_ms, () => ({ at, duration_ms }));
    }

    const { count, costliest, max_ms: max } = tasks.read();

    expect([count, max]).toEqual([51, 151]);
    expect(costliest.map(({ at }) => at)).toEqual(
      Array.from({ length: 51 }, (_, index) => index + 1).filter((at) => at !== 7),
    );
  });

  it("keeps 64 changes of visibility, and marks that there were more", () => {
    vi.stubGlobal("innerWidth", 800);
    vi.stubGlobal("innerHeight", 600);
    const visit = new Visit({
      number: 2,
      startMs: 0,
      url: "",
      navigation: "soft-navigation",
      isEarly: true,
    });
    const change = (at: number): void =>
      visit.visibilityAt(at, at % 2 === 0 ? "visible" : "hidden");

    for (let at = 1; at <= 64; at += 1) change(at);
    expect(visit.read()).toMatchObject({ visibility_truncated: false });
    change(65);

    expect(visit.read()).toMatchObject({ visibility: { length: 64 }, visibility_truncated: true });
    vi.unstubAllGlobals();
  });
});
