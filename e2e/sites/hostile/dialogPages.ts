import { page, scriptValue } from "../page.js";
import type { Routes } from "../startSite.js";
import { HOSTILE_TEXT } from "./hostileText.js";

/** Pages that open a dialog of the browser. */
export const dialogRoutes: Routes = {
  "GET /alert": (exchange) => exchange.html(alertPage()),
  "GET /confirm": (exchange) => exchange.html(confirmPage()),
  "GET /beforeunload": (exchange) => exchange.html(beforeUnloadPage()),
};

function alertPage(): string {
  return page({
    title: "Alert on load",
    head: `<script>alert("alert on load " + ${scriptValue(HOSTILE_TEXT.bidi)});</script>`,
    body: '<h1>Alert on load</h1>\n<p id="state">The alert is closed.</p>',
  });
}

function confirmPage(): string {
  return page({
    title: "Dialogs after a click",
    body: `<h1>Dialogs after a click</h1>
<p class="row"><button type="button" id="confirm">Confirm later</button>
<button type="button" id="prompt">Prompt now</button></p>
<p role="status" id="state"></p>`,
    script: `const state = document.getElementById("state");
document.getElementById("confirm").addEventListener("click", () => {
  setTimeout(() => { state.textContent = "confirmed: " + confirm("really?"); }, 100);
});
document.getElementById("prompt").addEventListener("click", () => {
  state.textContent = "prompted: " + prompt("which?", "default");
});`,
  });
}

function beforeUnloadPage(): string {
  return page({
    title: "Asks before it is left",
    body: `<h1>Asks before it is left</h1>
<p>Type something, then follow the link.</p>
<label>Note <input name="note"></label>
<p><a href="/">Leave</a></p>`,
    script: `addEventListener("beforeunload", (event) => { event.preventDefault(); });`,
  });
}
