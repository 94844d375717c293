import type { Handler, Routes } from "../startSite.js";

/** Ways out of a page. */
export const navigationTargets: Readonly<Record<string, string>> = {
  "/ways": `<a id=link href="/plain">Link</a> <a id=tab href="/plain" target=_blank>Tab</a> <a id=part href="#part">Part</a>
    <form action="/plain"><input name=q aria-label=Q><button id=send>Send</button></form>
    <button id=script onclick="location.href = '/plain'">Script</button>
    <button id=later onclick="setTimeout(() => { location.href = '/plain' }, 300)">Later</button>
    <button id=push onclick="history.pushState({}, '', '/pushed'); tell('pushed')">Push</button>
    <button id=down onmousedown="location.href = '/plain'">Down</button>
    <button id=slow onclick="location.href = '/never'">Slow</button>
    <input id=typed oninput="location.href = '/plain'" aria-label=Typed>
    <select id=picked onchange="location.href = '/plain'" aria-label=Picked><option>x<option>y</select>
    <div id=over style="width:100px;height:30px" onmouseenter="location.href = '/plain'">Over</div>
    <a id=nothing href="/nothing">204</a> <a id=file href="/file">File</a>`,
  "/gone-soon": `<button id=b data-tell=b style="display:none">Go</button><script>setTimeout(() => { location.href = "/plain" }, 500)</script>`,
  "/reloads-itself": `<p id=n></p><script>
    n.textContent = sessionStorage.n = Number(sessionStorage.n ?? 0) + 1;
    if (Number(sessionStorage.n) < 3) location.reload();</script><button id=b data-tell=b>Go</button>`,
  "/busy-network": `<script>(async () => { for (let n = 0; n < 6; n += 1) { await fetch("/nothing"); await new Promise((r) => setTimeout(r, 100)); } tell("quiet"); })()</script>`,
};

const redirect: Handler = (exchange) => exchange.redirect("/plain");

export const navigationRoutes: Routes = {
  "GET /never": () => {},
  "GET /nothing": (exchange) => exchange.empty(204),
  "GET /nowhere": (exchange) => exchange.json(404, {}),
  "GET /file": (exchange) =>
    exchange.send(200, "data", { "content-disposition": "attachment; filename=a.bin" }),
  "GET /members": (exchange) =>
    exchange.send(401, "<p>Members only", {
      "content-type": "text/html",
      "www-authenticate": 'Basic realm="members"',
    }),
  "GET /redirect": redirect,
  "GET /error": (exchange) => exchange.send(500, "<p>error", { "content-type": "text/html" }),
  "GET /cut": (exchange) => {
    exchange.sendRaw(
      200,
      [
        ["content-type", "text/html"],
        ["content-length", "5000"],
      ],
      "<p>short",
    );
  },
};
