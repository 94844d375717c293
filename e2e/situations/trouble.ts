import { EXTENSION_ID } from "@bsk/core";
import { expect } from "vitest";
import { until } from "../harness/index.js";
import type { Outcome, Scene, Situation, Words } from "./Situation.js";

const HUNG: Outcome = { exit: 4, code: "page_hung" };
/** A hung page is closed; the session goes on in a new tab. */
const CLOSE: readonly (readonly [Words, Outcome?])[] = [
  [["tab", "close", "TAB"]],
  [["navigate", "SITE/plain"], { json: { status: 200 } }],
];

const ENDLESS = "while(1);";

const NOT_SHOWN: Outcome = { exit: 3, code: "page_not_shown" };
/** A tab of its own: the newest is the one that commands mean. */
const ASLEEP: readonly Words[] = [
  ["tab", "create"],
  ["navigate", "SITE/plain"],
];

function hung(run: Words): Situation {
  return {
    name: `${run[0]} on a page that hangs`,
    page: "/hang-soon",
    setUp: untilHung,
    run,
    ...HUNG,
    after: CLOSE,
  };
}

/** It is crashed, and the next page comes. */
function revived(run: Words): Situation {
  return {
    name: `${run[0]} brings back a page that hangs`,
    page: "/hang-soon",
    setUp: untilHung,
    run,
    json: { status: 200, ended_tab_ids: [expect.any(Number)] },
    after: CLOSE,
  };
}

/** A script that keeps the page busy is ended with its time, and the page goes on. */
function endless(name: string, before: readonly Words[] = []): Situation {
  return {
    name,
    page: "/plain",
    before,
    run: ["evaluate", ENDLESS, "--timeout", "1s"],
    exit: 4,
    code: "timeout",
    after: [
      [["evaluate", "1"]],
      ...before.map((): readonly [Words] => [["debug", "stop"]]),
      [["reload"], { json: { status: 200 } }],
    ],
  };
}

function crashed(run: Words): Situation {
  return {
    name: `${run[0]} on a page that crashed`,
    page: "/plain",
    before: [["snapshot"]],
    setUp: crash,
    run,
    exit: 3,
    code: "page_crashed",
    after: [[["reload"], { json: { status: 200 } }]],
    log: "",
  };
}

export const TROUBLE: readonly Situation[] = [
  hung(["click", "#b"]),
  hung(["snapshot"]),
  hung(["evaluate", "1"]),
  hung(["screenshot"]),
  hung(["wait-for-element", "#b"]),
  revived(["reload"]),
  revived(["navigate", "SITE/twins"]),
  {
    name: "navigate on a page that hangs, and shares its process",
    page: "/opens-hang",
    before: [
      ["click", "#open"],
      ["click", "#b"],
    ],
    setUp: untilHung,
    run: ["navigate", "SITE/plain"],
    json: { status: 200, ended_tab_ids: [expect.any(Number), expect.any(Number)] },
    after: [[["tab", "close", "TAB"]], [["reload"], { json: { status: 200 } }]],
  },
  {
    name: "tab close of a page that hangs and would be asked first",
    page: "/plain",
    before: [
      ["tab", "create"],
      ["navigate", "SITE/hang-asks"],
      ["click", "#b"],
    ],
    setUp: untilHung,
    run: ["tab", "close", "TAB"],
    json: { ended_tab_ids: [expect.any(Number)] },
  },
  endless("evaluate of a script without an end"),
  endless("evaluate of a script without an end, recorded", [["debug", "start"]]),
  {
    name: "evaluate of a script without an end that is cancelled",
    page: "/plain",
    run: ["evaluate", ENDLESS],
    cancelAfterMs: 1500,
    exit: 2,
    code: "cancelled",
    after: [
      [["evaluate", "1"], { ...HUNG }],
      [["reload"], { json: { status: 200 } }],
    ],
  },
  {
    name: "click that hangs the page",
    page: "/hang-on-click",
    run: ["click", "#b"],
    ...HUNG,
    json: { data: { dispatched: true } },
    after: CLOSE,
  },
  {
    name: "press that hangs the page",
    page: "/hang-on-key",
    run: ["press", "a", "--ref", "#a"],
    ...HUNG,
    json: { data: { dispatched: true } },
    after: CLOSE,
  },
  {
    name: "click that keeps the page busy for a while",
    page: "/slow-click",
    run: ["click", "#b"],
    log: "slow",
  },
  {
    name: "click on a page that hangs, while it is recorded",
    page: "/hang-soon",
    before: [["debug", "start"]],
    setUp: untilHung,
    run: ["click", "#b"],
    ...HUNG,
    after: [[["debug", "stop"]], ...CLOSE],
  },
  crashed(["click", "@e1"]),
  crashed(["snapshot"]),
  crashed(["hover", "#b"]),
  crashed(["evaluate", "1"]),
  {
    name: "navigate on a page that crashed",
    page: "/plain",
    setUp: crash,
    run: ["navigate", "SITE/twins"],
    json: { status: 200 },
    log: "",
  },
  {
    name: "click while the page crashes",
    page: "/covered",
    setUp: async (scene) => void setTimeout(() => void startCrash(scene), 300),
    run: ["click", "#b", "--timeout", "60s"],
    exit: 3,
    code: "page_crashed",
    after: [[["reload"]]],
    log: "",
  },
  {
    name: "click while the tab closes",
    page: "/covered",
    before: [
      ["tab", "create"],
      ["navigate", "SITE/covered"],
    ],
    setUp: async (scene) => {
      const { target_id: targetId } = await scene.tab();
      setTimeout(() => void scene.cdp.send("Target.closeTarget", { targetId }), 400);
    },
    run: ["click", "#b", "--timeout", "60s"],
    exit: 3,
    code: "page_gone",
  },
  {
    name: "click in a tab that is not there",
    page: "/plain",
    run: ["click", "#b", "--tab-id", "999999999"],
    exit: 1,
    code: "tab_not_found",
  },
  {
    name: "click in a tab in the background",
    page: "/plain",
    setUp: inBackground,
    run: ["click", "#b"],
    log: "b",
  },
  {
    name: "fill in a tab in the background",
    page: "/fields",
    setUp: inBackground,
    run: ["fill", "#text", "--value", "abc"],
    json: { verified: true },
  },
  {
    name: "hover in a tab in the background",
    page: "/menu",
    setUp: inBackground,
    run: ["hover", "#menu"],
    holds: "sub.checkVisibility()",
  },
  {
    name: "press in a tab in the background",
    page: "/keys",
    setUp: inBackground,
    run: ["press", "x", "--ref", "#a"],
    holds: "a.value === 'x'",
  },
  {
    name: "wheel in a tab in the background",
    page: "/scroll",
    setUp: inBackground,
    run: ["wheel", "--delta-y", "100"],
    log: "wheel:0,100",
  },
  {
    name: "screenshot of a tab in the background",
    page: "/plain",
    setUp: inBackground,
    run: ["screenshot", "--out", "background.png"],
    says: "viewport",
  },
  {
    name: "click on a page that was put out of memory",
    before: ASLEEP,
    setUp: discard,
    run: ["click", "#b"],
    exit: 3,
    code: "page_discarded",
    after: [
      [["snapshot"], { exit: 3, code: "page_discarded" }],
      [["reload"], { json: { reached: "load", status: 200 } }],
      // It is loaded anew behind another tab, and has no size until it is shown.
      [["click", "#b", "--timeout", "1s"], NOT_SHOWN],
      [["hover", "#b", "--timeout", "1s"], NOT_SHOWN],
      [["wheel", "--delta-y", "100"], NOT_SHOWN],
      [["screenshot", "--out", "asleep.png"], NOT_SHOWN],
      [["screenshot", "#b", "--out", "asleep.png"], NOT_SHOWN],
      [["tab", "select", "TAB"]],
      [["click", "#b"]],
    ],
    log: "b",
  },
  {
    name: "navigate on a page that was put out of memory",
    before: ASLEEP,
    setUp: discard,
    run: ["navigate", "SITE/twins"],
    json: { reached: "load", status: 200 },
    after: [[["tab", "select", "TAB"]]],
    holds: "innerWidth > 0 && location.pathname === '/twins'",
  },
  {
    name: "tab select on a page that was put out of memory",
    before: ASLEEP,
    setUp: discard,
    run: ["tab", "select", "TAB"],
    after: [[["click", "#b"]]],
    log: "b",
  },
  {
    name: "debug start on a page that was put out of memory, and while it was recorded",
    before: [...ASLEEP, ["debug", "start", "--name", "dozing"]],
    setUp: discard,
    run: ["debug", "start"],
    exit: 3,
    code: "page_discarded",
    after: [
      [["debug", "status"], { says: /"name": "dozing".*"stop_reason": "tab_closed"/s }],
      [["reload"], { json: { status: 200 } }],
      [["tab", "select", "TAB"]],
      [["debug", "start"], { json: { run: { state: "capturing" } } }],
      [["click", "#b"]],
      [["debug", "stop"], { json: { run: { stop_reason: "requested" } } }],
    ],
    log: "b",
  },
];

/** The page has stopped answering: another client of the browser gets no answer either. */
async function untilHung(scene: Scene): Promise<void> {
  const { target_id } = await scene.tab();
  const page = await scene.cdp.attach(target_id);
  await until("the page hangs", async () => {
    const answer = scene.cdp.evaluate(page, "1").then(() => "answers");
    answer.catch(() => {}); // the page is closed later
    const late = new Promise((resolve) => setTimeout(() => resolve("silent"), 400));
    return (await Promise.race([answer, late])) === "silent";
  });
  // The browser waits for a page that hangs as long as anybody debugs it.
  await scene.cdp.send("Target.detachFromTarget", { sessionId: page });
}

async function startCrash(scene: Scene): Promise<void> {
  const { target_id } = await scene.tab();
  const page = await scene.cdp.attach(target_id);
  scene.cdp.send("Page.crash", {}, page).catch(() => {}); // never answered
}

async function crash(scene: Scene): Promise<void> {
  await startCrash(scene);
  await until("the page has crashed", async () => {
    const { stdout } = await scene.shell.run([
      "evaluate",
      "1",
      "--session",
      scene.session,
      "--json",
    ]);
    return stdout.includes("page_crashed");
  });
}

/** Another tab comes in front, and the browser gives the page's memory to others. */
async function discard(scene: Scene): Promise<void> {
  const { tab_id } = await scene.tab();
  await inBackground(scene);
  await evaluateInWorker(scene, `chrome.tabs.discard(${tab_id}).then(() => 1)`);
}

async function evaluateInWorker({ cdp }: Scene, expression: string): Promise<void> {
  const worker = (await cdp.targets()).find(
    ({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID),
  );
  await cdp.evaluate(await cdp.attach(worker?.targetId ?? ""), expression);
}

/** Another tab comes in front; the session's commands go on to the first. */
async function inBackground(scene: Scene): Promise<void> {
  const { tab_id } = await scene.tab();
  await evaluateInWorker(
    scene,
    `chrome.tabs.get(${tab_id})
      .then(({ windowId }) => chrome.tabs.create({ windowId, active: true, url: "about:blank" }))
      .then(() => 1)`,
  );
}
