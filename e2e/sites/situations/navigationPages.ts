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
  "/applications": `<a id=link href="bsk-nowhere:link">Link</a>
    <button id=script onclick="location.href = 'bsk-nowhere:script'">Script</button>
    <button id=frame onclick="document.body.append(Object.assign(document.createElement('iframe'), { src: 'bsk-nowhere:frame' }))">Frame</button>
    <button id=ask onclick="fetch('/nowhere').then(async (got) => { await got.text(); answer.textContent = 'answered ' + got.status })">Ask</button>
    <button id=delete onclick="if (confirm('sure?')) answer.textContent = 'deleted'">Delete</button>
    <p id=answer></p>`,
  "/restless": `<button id=b data-tell=b>Go</button><script>setTimeout(() => location.reload(), 20)</script>`,
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
  "GET /drawing.svg": (exchange) =>
    exchange.send(
      200,
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><script>var log = [];</script>
      <rect id="b" width="90" height="40" role="button" aria-label="Go" tabindex="0" onclick="log.push('b')"/><text y="90">Drawn</text></svg>`,
      { "content-type": "image/svg+xml" },
    ),
  "GET /data.xml": (exchange) =>
    exchange.send(200, "<order><item>Tea</item></order>", { "content-type": "text/xml" }),
  "GET /frameset": (exchange) =>
    exchange.html(
      `<script>var log = []</script><frameset cols="50%,50%"><frame src="/plain"><frame src="/plain"></frameset>`,
    ),
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
