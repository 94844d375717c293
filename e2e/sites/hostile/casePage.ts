import { page } from "../page.js";

export interface Case {
  readonly title: string;
  readonly about: string;
  /** HTML between the introduction and the outcome. */
  readonly body?: string;
  /** Body of `async function run(show)`; `show(text)` adds a line to the outcome. */
  readonly run: string;
}

/** A page that runs its case on load, or at its button with `?start=button`; then `#state` is `done`. */
export function casePage({ title, about, body, run }: Case): string {
  return page({
    title,
    body: `<p><a href="/">All pages</a></p>
<h1>${title}</h1>
<p>${about}</p>
${body ?? ""}
<button type="button" id="run">Run</button>
<p>State: <output id="state">waiting</output></p>
<pre id="outcome"></pre>`,
    script: `async function run(show) {
${run}
}
${RUNNER}`,
  });
}

const RUNNER = `async function runAndShow() {
  const state = document.getElementById("state");
  state.textContent = "running";
  try {
    await run((text) => { document.getElementById("outcome").append(text + "\\n"); });
    state.textContent = "done";
  } catch (error) {
    state.textContent = "failed: " + error;
  }
}
document.getElementById("run").addEventListener("click", runAndShow);
if (new URLSearchParams(location.search).get("start") !== "button") runAndShow();`;
