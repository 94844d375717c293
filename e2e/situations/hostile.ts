import type { Outcome, Situation, Words } from "./Situation.js";

const CLICK = ["click", "#b"] as const;
const FILL = ["fill", "#a", "--value", "abc"] as const;

function survived(
  page: string,
  what: string,
  verbs: readonly (keyof typeof RUNS)[],
): readonly Situation[] {
  return verbs.map((verb) => ({ name: `${verb} on a page that ${what}`, page, ...RUNS[verb] }));
}

const RUNS = {
  clicks: { run: CLICK, log: "b" },
  fills: { run: FILL, json: { verified: true }, holds: "a.value === 'abc'" },
  selects: { run: ["select", "#s", "--value", "y"], json: { selected: ["y"] } },
  "takes a snapshot": { run: ["snapshot"], says: 'button \\"Go' },
  hovers: { run: ["hover", "#b"], says: "hover" },
  presses: { run: ["press", "k", "--ref", "#a"], holds: "a.value === 'k'" },
  "gets markup": { run: ["get-html"], says: "<html>" },
} as const;

/** A document without any element, or of another kind than HTML. */
function bare(page: string, run: Words, outcome: Omit<Situation, "name" | "run">): Situation {
  return { name: `${run.join(" ")} on ${page}`, page, run, ...outcome };
}

const EMPTIED: Outcome = { exit: 3, code: "document_empty", says: "holds no element" };

/** A chooser of files is told of and closed, and the page goes on. */
function choosesFiles(run: Words, mode: string, log: string): Situation {
  return {
    name: `${run.join(" ")} opens a chooser of files`,
    page: "/files",
    run,
    json: { file_chooser: mode },
    after: [[CLICK]],
    log,
  };
}

export const HOSTILE: readonly Situation[] = [
  bare("/emptied", ["get-html"], EMPTIED),
  bare("/emptied", ["wheel", "--delta-y", "5"], EMPTIED),
  bare("/emptied", ["press", "a"], EMPTIED),
  bare("/emptied", ["snapshot"], { json: { refs: 0 } }),
  bare("/emptied", ["screenshot"], {}),
  bare("/emptied", ["wait-for-element", "#b", "--timeout", "300ms"], {
    json: { satisfied: false },
  }),
  bare("/emptied", ["click", "#b", "--timeout", "300ms"], { exit: 1, code: "element_not_found" }),
  bare("/emptied", ["evaluate", "document.documentElement"], { says: "null" }),
  bare("/emptied", ["reload"], { json: { status: 200 } }),
  bare("/drawing.svg", ["click", "#b"], { log: "b" }),
  bare("/drawing.svg", ["press", "Tab"], {}),
  bare("/drawing.svg", ["snapshot"], { says: "Drawn" }),
  bare("/drawing.svg", ["get-html"], { says: "<rect" }),
  bare("/data.xml", ["snapshot"], { says: "Tea" }),
  bare("/data.xml", ["get-html", "item"], { says: "<item>Tea" }),
  bare("/data.xml", ["press", "a"], {}),
  bare("/frameset", ["get-html"], { says: "<frameset" }),
  bare("/frameset", ["press", "a"], {}),
  bare("/frameset", ["wheel", "--delta-y", "5"], {}),
  bare("/frameset", ["snapshot"], { says: 'button \\"Go' }),
  {
    name: "press on an empty page",
    before: [["navigate", "about:blank"]],
    run: ["press", "a"],
    after: [[["get-html"]], [["wheel", "--delta-y", "5"]], [["snapshot"]], [["screenshot"]]],
  },
  choosesFiles(["click", "#one"], "one", "cancelled b"),
  choosesFiles(["click", "#many"], "many", "cancelled b"),
  choosesFiles(["press", "Enter", "--ref", "#one"], "one", "cancelled b"),
  choosesFiles(["click", "#detached"], "one", "b"),
  choosesFiles(["click", "#picker"], "one", "AbortError b"),
  {
    name: "a long result of a script is cut",
    page: "/plain",
    run: ["evaluate", "'x'.repeat(70000)"],
    json: { truncated: true, total_chars: 70000 },
    after: [
      [["evaluate", "'x'.repeat(70000)", "--max-chars", "70000"], { says: "xxx" }],
      [["evaluate", "Array(9e4).fill(1)"], { json: { truncated: true, total_chars: 180001 } }],
      [
        ["evaluate", "throw 'x'.repeat(70000)", "--max-chars", "10"],
        { json: { ok: false, truncated: true } },
      ],
    ],
  },
  ...survived("/own-array", "has its own arrays", [
    "clicks",
    "fills",
    "selects",
    "takes a snapshot",
    "presses",
  ]),
  ...survived("/own-elements", "has its own elements", [
    "clicks",
    "fills",
    "hovers",
    "gets markup",
  ]),
  ...survived("/own-json", "has its own JSON and timers", ["selects", "takes a snapshot"]),
  ...survived("/getters", "throws wherever it is looked at", [
    "clicks",
    "fills",
    "takes a snapshot",
    "hovers",
  ]),
  ...survived("/clobbered", "names its elements like functions", ["clicks", "takes a snapshot"]),
  ...survived("/many-nodes", "has 10,000 nodes", ["clicks", "takes a snapshot"]),
  ...survived("/deep-nodes", "nests 400 levels", ["clicks", "takes a snapshot"]),
  ...survived("/stops-events", "stops events", ["clicks", "fills"]),
  ...survived("/controls", "writes control characters", ["clicks", "takes a snapshot"]),
  {
    name: "says that a page keeps the focus from a field",
    page: "/steals-focus",
    run: FILL,
    exit: 3,
    code: "element_not_actionable",
    says: "not focusable",
    holds: "b.value === ''",
  },
];
