import type { Situation } from "./Situation.js";

function inFrame(page: string, name: string, log = "inner"): Situation {
  return { name, page, run: ["click", 'ref:button "Inner"'], log };
}

export const FRAMES: readonly Situation[] = [
  inFrame("/frame-same", "clicks in a frame of the same origin"),
  inFrame("/frame-cross", "clicks in a frame of another origin"),
  inFrame("/frame-same-cross", "clicks in a foreign frame within a frame"),
  inFrame("/frame-cross-same", "clicks in a frame of the page's own origin within a foreign one"),
  inFrame("/frame-far", "scrolls the page to a button in a frame"),
  inFrame("/frame-scaled", "clicks in a frame that is drawn smaller"),
  inFrame("/frame-srcdoc", "clicks in a frame that the page itself wrote", "srcdoc"),
  {
    name: "does not click through what covers a frame",
    page: "/frame-covered",
    run: ["click", 'ref:button "Inner"', "--timeout", "500ms"],
    exit: 3,
    code: "element_not_actionable",
    says: "covered by <div#cover>",
    log: "",
  },
  {
    name: "fills a field in a foreign frame",
    page: "/frame-cross",
    run: ["fill", 'ref:textbox "Field"', "--value", "abc"],
    json: { verified: true },
    log: "typed",
  },
  {
    name: "selects in a foreign frame",
    page: "/frame-cross",
    run: ["select", 'ref:combobox "Pick"', "--value", "y"],
    json: { selected: ["y"] },
    log: "y",
  },
  {
    name: "hovers in a foreign frame",
    page: "/frame-cross",
    run: ["hover", 'ref:button "Inner"'],
    says: 'hover button \\"Inner\\"',
    log: "",
  },
  {
    name: "types keys into a foreign frame",
    page: "/frame-cross",
    run: ["press", "k", "--ref", 'ref:textbox "Field"'],
    log: "typed",
  },
  {
    name: "takes a picture of an element in a foreign frame",
    page: "/frame-cross",
    run: ["screenshot", 'ref:button "Inner"', "--out", "inner.png"],
    json: { height: 24 },
    after: [[["screenshot", "--out", "inner.png"], { exit: 1, code: "file_exists" }]],
  },
  {
    name: "finds what a selector names in a frame, when the page has none",
    page: "/frame-cross",
    run: ["click", "#in"],
    log: "inner",
  },
  {
    name: "clicks in a shadow root within a foreign frame",
    page: "/frame-shadow",
    run: ["click", 'ref:button "Shadow"'],
    log: "open",
  },
  {
    name: "refuses the ref of a frame that went to another document",
    page: "/frame-goes",
    before: [
      ["wait-for-element", "#in"],
      ["snapshot"],
      ["evaluate", "go.click()"],
      ["wait-for-element", "#in", "--state", "hidden"],
    ],
    run: ["click", "@e1"],
    exit: 1,
    code: "ref_stale",
  },
  {
    name: "clicks in an open shadow root",
    page: "/shadow-open",
    run: ["click", "#in"],
    log: "open",
  },
  {
    name: "clicks in a closed shadow root",
    page: "/shadow-closed",
    run: ["click", 'ref:button "Shadow"'],
    log: "closed",
  },
  {
    name: "clicks in closed shadow roots within each other",
    page: "/shadow-nested",
    run: ["click", 'ref:button "Deep"'],
    log: "deep",
  },
  {
    name: "fills in a closed shadow root",
    page: "/shadow-closed",
    run: ["fill", 'ref:textbox "Field"', "--value", "abc"],
    json: { verified: true },
    log: "typed",
  },
  {
    name: "selects in a closed shadow root",
    page: "/shadow-closed",
    run: ["select", 'ref:combobox "Pick"', "--value", "y"],
    log: "picked",
  },
  {
    name: "focuses in closed shadow roots within each other",
    page: "/shadow-nested",
    run: ["focus", 'ref:textbox "Deep"'],
    says: "focus",
    log: "",
  },
];
