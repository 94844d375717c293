import { until } from "../harness/index.js";
import type { Outcome, Scene, Situation, Words } from "./Situation.js";

function opened(type: string, message: string): Outcome {
  return { json: { state: "dialog_open", dialog: { type, message } } };
}

const ACCEPT = ["dialog", "accept"] as const;
const DISMISS = ["dialog", "dismiss"] as const;
const REFUSED: Outcome = { exit: 1, code: "dialog_open" };

/** A verb that opens an alert, which is then accepted. */
function alerts(run: Words, message: string, log = message, page = "/ask"): Situation {
  return {
    name: `${run[0]} that opens a dialog`,
    page,
    run,
    ...opened("alert", message),
    after: [[ACCEPT]],
    holds: `log.includes(${JSON.stringify(log)})`,
  };
}

/** What is asked while a dialog is open. */
function meanwhile(run: Words, outcome: Outcome = REFUSED): Situation {
  const before = [["click", "#alert"]];
  return {
    name: `${run.slice(0, 2).join(" ")} while a dialog is open`,
    page: "/ask",
    before,
    run,
    ...outcome,
    after: [[ACCEPT]],
    log: "alerted",
  };
}

/** The browser asks for a login, which nobody tells of, and keeps input from the page until that is over. */
function asksForLogin(asker: string): (scene: Scene) => Promise<void> {
  return async ({ workspace, session }) => {
    await workspace.run(["click", asker, "--session", session]);
    await until("the browser asks", async () => {
      const { code } = await workspace.run(["press", "F7", "--session", session]);
      return code === 3;
    });
  };
}

function swallowed(run: Words, log: string, asker = "#fetch"): Situation {
  return {
    name: `${run[0]} while ${asker} asks for a login`,
    page: "/login",
    setUp: asksForLogin(asker),
    run,
    exit: 3,
    code: "input_unseen",
    says: /saw nothing.*\/members/,
    after: [
      [["dialog"], { says: "saw nothing of the latest input" }],
      [DISMISS, { says: "stopped what it loads, 1 requests" }],
      [["dialog"], { says: "no dialog" }],
      [run],
    ],
    holds: `log.filter((what) => what !== "refused").join(" ") === "${log}"`,
  };
}

export const DIALOGS: readonly Situation[] = [
  swallowed(["click", "#b"], "b"),
  swallowed(["click", "#b", "--click-count", "2"], "b b", "#image"),
  swallowed(["press", "k", "--ref", "#a"], "key"),
  swallowed(["hover", "#over", "--timeout", "1s"], "over"),
  {
    name: "wheel while a login is asked for",
    page: "/login",
    setUp: asksForLogin("#fetch"),
    run: ["wheel", "--delta-y", "10"],
    json: { unchecked: "not_heard" },
    after: [[["reload"]], [["click", "#b"]]],
    log: "b",
  },
  alerts(["click", "#alert"], "hello", "alerted"),
  alerts(["fill", "#oninput", "--value", "x"], "input"),
  alerts(["select", "#onchange", "--value", "y"], "change"),
  alerts(["press", "k", "--ref", "#onkey"], "key"),
  alerts(["hover", "#onhover"], "hover", "hover", "/ask-on-hover"),
  alerts(["focus", "#onfocus"], "focus"),
  alerts(["wheel", "#onwheel", "--delta-y", "10"], "wheel"),
  {
    ...alerts(["blur", "#onblur"], "blur"),
    before: [["focus", "#onblur"]],
  },
  alerts(["evaluate", "alert('script'); tell('script')"], "script"),
  {
    name: "confirm accepted",
    page: "/ask",
    run: ["click", "#confirm"],
    ...opened("confirm", "sure?"),
    after: [[ACCEPT, { json: { open: false, answered: { type: "confirm" } } }]],
    log: "confirm:true",
  },
  {
    name: "confirm dismissed",
    page: "/ask",
    run: ["click", "#confirm"],
    ...opened("confirm", "sure?"),
    after: [[DISMISS]],
    log: "confirm:false",
  },
  {
    name: "prompt answered",
    page: "/ask",
    run: ["click", "#prompt"],
    ...opened("prompt", "name?"),
    after: [[[...ACCEPT, "Grace H."]]],
    log: "prompt:Grace H.",
  },
  {
    name: "prompt accepted as it stands",
    page: "/ask",
    run: ["click", "#prompt"],
    json: { state: "dialog_open", dialog: { type: "prompt", default_text: "Ada" } },
    after: [[ACCEPT, { json: { answered: { default_text: "Ada" } } }]],
    log: "prompt:Ada",
  },
  {
    name: "prompt dismissed",
    page: "/ask",
    run: ["click", "#prompt"],
    ...opened("prompt", "name?"),
    after: [[DISMISS]],
    log: "prompt:null",
  },
  {
    name: "two dialogs one after another",
    page: "/ask",
    run: ["click", "#twice"],
    ...opened("alert", "one"),
    after: [
      [ACCEPT, { json: { open: true, dialog: { message: "two" } } }],
      [ACCEPT, { json: { open: false } }],
    ],
    log: "twice",
  },
  {
    name: "a secret in a dialog",
    page: "/ask",
    run: ["click", "#secret"],
    says: /^(?!.*sk_live_abcdef).*redacted/s,
    after: [[ACCEPT]],
  },
  {
    name: "the id of another dialog",
    page: "/ask",
    before: [["click", "#alert"]],
    run: [...ACCEPT, "--dialog-id", "q0"],
    exit: 1,
    code: "dialog_not_found",
    after: [[ACCEPT]],
    log: "alerted",
  },
  { name: "an answer without a dialog", page: "/ask", run: ACCEPT, exit: 1, code: "no_dialog" },
  { name: "the state without a dialog", page: "/ask", run: ["dialog"], json: { open: false } },
  {
    name: "a dialog that a wait meets",
    page: "/ask",
    before: [["click", "#later"]],
    run: ["wait-for-element", "#none", "--timeout", "20s"],
    json: { satisfied: false, state: "dialog_open", dialog: { message: "later" } },
    after: [[ACCEPT]],
    log: "later",
  },
  {
    name: "a dialog while the page loads",
    run: ["navigate", "SITE/alert-at-once"],
    ...opened("alert", "at once"),
    after: [[ACCEPT], [["wait-for-element", "#b"], { json: { satisfied: true } }]],
    log: "at once",
  },
  meanwhile(["click", "#confirm"], { ...REFUSED, json: { data: { dispatched: false } } }),
  meanwhile(["snapshot"]),
  meanwhile(["evaluate", "1"]),
  meanwhile(["navigate", "SITE/plain"]),
  meanwhile(["screenshot"]),
  meanwhile(["get-html"]),
  meanwhile(["wait-for-navigation"]),
  meanwhile(["debug", "start"]),
  meanwhile(["dialog"], { json: { open: true, dialog: { type: "alert", message: "hello" } } }),
  meanwhile(["console"], { json: { dropped: 0 } }),
  meanwhile(["network"], { says: "/ask" }),
  meanwhile(["tab", "list"], { says: "/ask" }),
  {
    name: "tab close while a dialog is open",
    page: "/ask",
    before: [["click", "#confirm"]],
    run: ["tab", "close", "TAB"],
    says: "closed",
  },
  {
    name: "tab close while a page opens dialogs for ever",
    before: [["navigate", "SITE/alerts-for-ever"]],
    run: ["tab", "close", "TAB"],
    says: "closed",
    after: [[["navigate", "SITE/plain"], { json: { status: 200 } }]],
    holds: "location.pathname === '/plain'",
  },
  {
    name: "a dialog in a frame",
    page: "/ask-in-frame",
    run: ["click", 'ref:button "Ask"'],
    ...opened("confirm", "inner?"),
    after: [[ACCEPT]],
    log: "true",
  },
  {
    name: "a dialog in a foreign frame",
    page: "/ask-in-cross-frame",
    run: ["click", 'ref:button "Ask"'],
    ...opened("confirm", "inner?"),
    after: [[["snapshot"], REFUSED], [DISMISS]],
    log: "false",
  },
  {
    name: "leaving a page that asks, and staying",
    page: "/leaving",
    before: [["click", "#arm"]],
    run: ["navigate", "SITE/plain"],
    ...opened("beforeunload", ""),
    after: [[DISMISS]],
    holds: "location.pathname === '/leaving'",
  },
  {
    name: "leaving a page that asks",
    before: [["click", "#arm"]],
    run: ["navigate", "SITE/plain"],
    ...opened("beforeunload", ""),
    after: [[ACCEPT], [["wait-for-navigation"], { json: { satisfied: true } }]],
    holds: "location.pathname === '/plain'",
  },
  {
    name: "reloading a page that asks",
    page: "/leaving",
    before: [["click", "#arm"]],
    run: ["reload"],
    ...opened("beforeunload", ""),
    after: [[ACCEPT], [["wait-for-navigation"], { json: { satisfied: true } }]],
    holds: "log.length === 0",
  },
  {
    name: "a link out of a page that asks",
    page: "/leaving",
    before: [["click", "#arm"]],
    run: ["click", "#away"],
    ...opened("beforeunload", ""),
    after: [[ACCEPT], [["wait-for-navigation"], { json: { satisfied: true } }]],
    holds: "location.pathname === '/plain'",
  },
  {
    name: "going back from a page that asks",
    page: "/leaving",
    before: [["click", "#arm"]],
    run: ["navigate-back"],
    ...opened("beforeunload", ""),
    after: [[DISMISS]],
    holds: "location.pathname === '/leaving'",
  },
  {
    name: "closing a tab that asks",
    before: [["click", "#arm"]],
    run: ["tab", "close", "TAB"],
    says: "closed",
  },
];
