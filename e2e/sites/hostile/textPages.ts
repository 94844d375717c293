import type { Exchange } from "../Exchange.js";
import { escapeHtml, scriptValue } from "../page.js";
import type { Routes } from "../startSite.js";
import { casePage } from "./casePage.js";
import { ALL_HOSTILE_TEXT, ENCODABLE_HOSTILE_TEXT, HOSTILE_TEXT } from "./hostileText.js";

/** Field names of `/fields`, one of them 10,000 characters long. */
export const FIELD_NAMES: readonly string[] = [
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  HOSTILE_TEXT.escape,
  HOSTILE_TEXT.bidi,
  HOSTILE_TEXT.zeroWidth,
  HOSTILE_TEXT.markup,
  "long".repeat(2500),
];

/** Hostile text in titles, URLs, headers, field names and JSON keys. */
export const textRoutes: Routes = {
  "GET /title": (exchange) => exchange.html(titlePage()),
  "GET /fields": (exchange) => exchange.html(fieldsPage()),
  "GET /headers": (exchange) => exchange.html(headersPage()),
  "GET /urls": (exchange) => exchange.html(urlsPage()),
  "GET /huge-query": (exchange) => exchange.html(hugeQueryPage()),
  "GET /api/headers": hostileHeaders,
  "GET /api/echo*": (exchange) => exchange.json(200, { path_length: exchange.path.length }),
  "POST /api/echo": (exchange) => {
    const type = exchange.headers["content-type"] ?? "application/octet-stream";
    exchange.send(200, exchange.requestBody, { "content-type": type });
  },
};

function titlePage(): string {
  return casePage({
    title: "Hostile title",
    about: "The document's title is set to hostile text, with lone surrogates, and shown below.",
    run: `document.title = ${scriptValue(ALL_HOSTILE_TEXT)};
show(document.title);
history.replaceState(null, "", "?" + new URLSearchParams({ q: document.title }));`,
  });
}

function fieldsPage(): string {
  const fields = FIELD_NAMES.map(
    (name) => `<label>${escapeHtml(name.slice(0, 80))}
<input name="${escapeHtml(name)}" value="value of ${escapeHtml(name.slice(0, 20))}"></label>`,
  );
  return casePage({
    title: "Hostile field names",
    about: "Posts the form as JSON, with __proto__ as an own key, and as a form.",
    body: `<form id="form" onsubmit="return false">\n${fields.join("\n")}\n</form>`,
    run: `const pairs = [...new FormData(document.getElementById("form"))];
const json = "{" + pairs.map((pair) => pair.map((text) => JSON.stringify(text)).join(":")).join(",")
  + ',"constructor":{"prototype":{"polluted":true}}}';
const post = (type, body) => fetch("/api/echo", {
  method: "POST", headers: { "content-type": type }, body,
});
show("JSON " + (await (await post("application/json", json)).text()).length);
const form = new URLSearchParams(pairs).toString();
show("form " + (await (await post("application/x-www-form-urlencoded", form)).text()).length);`,
  });
}

function headersPage(): string {
  return casePage({
    title: "Hostile headers",
    about: "Header names __proto__ and constructor, values with escapes, in request and answer.",
    run: `const response = await fetch("/api/headers", {
  headers: { ["__proto__"]: "polluted", "constructor": "polluted" },
});
for (const [name, value] of response.headers) show(name + ": " + value);`,
  });
}

function hostileHeaders(exchange: Exchange): void {
  const body = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  // Sent as Latin-1: the UTF-8 bytes of the text, one character each.
  const bytes = (text: string): string => Buffer.from(text).toString("latin1");
  exchange.sendRaw(
    200,
    [
      ["content-type", "application/json"],
      ["content-length", String(body.length)],
      ["connection", "close"],
      ["__proto__", "polluted"],
      ["constructor", "polluted"],
      ["x-escape", bytes(HOSTILE_TEXT.escape)],
      ["x-bidi", bytes(HOSTILE_TEXT.bidi)],
      ["x-markup", HOSTILE_TEXT.markup],
      ["x-empty", ""],
    ],
    body,
  );
}

function urlsPage(): string {
  return casePage({
    title: "Hostile URLs",
    about: "Asks for URLs whose path, query names and values are hostile text.",
    run: `const text = ${scriptValue(ENCODABLE_HOSTILE_TEXT)};
const urls = [
  "/api/echo/" + encodeURIComponent(text),
  "/api/echo?__proto__=polluted&__proto__[polluted]=1&constructor.prototype.x=1",
  "/api/echo?" + new URLSearchParams([[text, text]]),
  "/api/echo?%ff%fe=%c3%28&%zz=%&=&&=x",
  "/api/echo/..%2f..%5c%2e%2e%00?redirect=javascript:alert(1)",
];
for (const url of urls) show((await fetch(url)).status + " " + url.slice(0, 200));`,
  });
}

/** Each string in a URL, a header, a body and its answer, the console, a title and a field. */
export function stringsPage(strings: readonly string[]): string {
  return casePage({
    title: "Hostile strings",
    about: "Every hostile string in every place that a page controls.",
    body: '<form id="form" onsubmit="return false"></form>',
    run: `const strings = ${scriptValue(strings)};
const form = document.getElementById("form");
for (const text of strings.slice(0, 16)) {
  const input = document.createElement("input");
  input.name = text.slice(0, 200);
  input.value = text;
  input.setAttribute("aria-label", text.slice(0, 200));
  form.append(input);
}
let next = 0;
const header = (text) => encodeURIComponent(text.toWellFormed()).replaceAll("%3C", "<").slice(0, 3000);
async function work() {
  while (next < strings.length) {
    const text = strings[next++];
    const query = encodeURIComponent(text.toWellFormed().slice(0, 1500));
    await fetch("/api/echo?q=" + query, {
      method: "POST",
      headers: { "content-type": "text/plain", "x-hostile": header(text) },
      body: text,
    }).then((response) => response.text());
    console.log(text);
    document.title = text.slice(0, 2000);
  }
}
await Promise.all(Array.from({ length: 8 }, work));
for (const text of strings.slice(0, 200)) show(text.slice(0, 200));
form.append(Object.assign(document.createElement("button"), { textContent: strings[1], id: "hostile" }));
document.title = "done " + strings.length;`,
  });
}

function hugeQueryPage(): string {
  return casePage({
    title: "Huge query",
    about: "A GET whose query is 100,000 characters long.",
    run: `const response = await fetch("/api/echo?q=" + "0123456789".repeat(10000));
show(response.status + ", path of " + (await response.json()).path_length);`,
  });
}
