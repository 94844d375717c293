import type { Situation } from "./Situation.js";

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

export const HOSTILE: readonly Situation[] = [
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
