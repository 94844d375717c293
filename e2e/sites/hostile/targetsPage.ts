import { escapeHtml, page } from "../page.js";
import type { Handler, Routes } from "../startSite.js";

const clicked: Handler = (exchange) => exchange.json(200, { clicked: true });

/** Buttons that are hard to click. Every click that a button gets is a POST `/api/clicked/<id>`. */
export function targetRoutes(crossOrigin: string): Routes {
  const text = targetsPage(crossOrigin);
  return { "GET /targets": (exchange) => exchange.html(text), ...innerRoutes };
}

/** What frames of both origins need. */
export const innerRoutes: Routes = {
  "GET /inner": (exchange) => exchange.html(innerPage()),
  "POST /api/clicked/*": clicked,
};

const REPORT_CLICKS = `function reportClick(button, id) {
  button.addEventListener("click", () => {
    document.getElementById("clicked").textContent = "clicked: " + id;
    fetch("/api/clicked/" + id, { method: "POST" });
  });
}`;

function innerPage(): string {
  return page({
    title: "Inner",
    body: '<button type="button" id="inner">Inner button</button>\n<output id="clicked"></output>',
    script: `${REPORT_CLICKS}\nreportClick(document.getElementById("inner"), "inner");`,
  });
}

function targetsPage(crossOrigin: string): string {
  return page({
    title: "Targets",
    head: `<style>${STYLE}</style>`,
    body: `<p><a href="/">All pages</a></p>
<h1>Targets</h1>
<p>Last: <output id="clicked">nothing clicked</output></p>
<p class="row stage"><button type="button" id="covered">Covered button</button>
<span id="overlay">overlay</span></p>
<p class="row"><button type="button" id="disabled" disabled>Disabled button</button></p>
<p class="row track"><button type="button" id="moving">Moving button</button></p>
<p class="row"><button type="button" id="late" hidden>Late button</button></p>
<p class="row"><button type="button" id="twin-1">Twin</button>
<button type="button" id="twin-2">Twin</button></p>
<p class="row">Open shadow root: <span id="open-host"></span></p>
<p class="row">Closed shadow root: <span id="closed-host"></span></p>
<iframe src="/inner" title="Frame of this site"></iframe>
<iframe src="${escapeHtml(crossOrigin)}/inner" title="Frame of another site"></iframe>
<p class="far"><button type="button" id="far">Far button</button></p>`,
    script: `${REPORT_CLICKS}\n${SCRIPT}`,
  });
}

const STYLE = `
.stage { position: relative; width: 16rem; }
#overlay { position: absolute; inset: -4px; background: #8888; text-align: right; }
.track { position: relative; height: 2rem; }
#moving { position: absolute; animation: move 0.6s linear infinite alternate; }
@keyframes move { from { left: 0; } to { left: 20rem; } }
.far { margin-top: 3000px; }
`;

const SCRIPT = `for (const id of ["covered", "disabled", "moving", "late", "twin-1", "twin-2", "overlay", "far"]) {
  reportClick(document.getElementById(id), id);
}
for (const mode of ["open", "closed"]) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Shadow button, " + mode;
  document.getElementById(mode + "-host").attachShadow({ mode }).append(button);
  reportClick(button, "shadow-" + mode);
}
setTimeout(() => { document.getElementById("late").hidden = false; }, 1000);`;
