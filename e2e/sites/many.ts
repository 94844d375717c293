import { setTimeout as sleep } from "node:timers/promises";
import { page } from "./page.js";
import type { Site, SiteOptions } from "./Site.js";
import { type Handler, startSite } from "./startSite.js";

/** How many path templates the page asks for in turn, unless `&templates=` says otherwise. */
export const TEMPLATE_COUNT = 40;

/** Exact length of each answer's body. */
export const ANSWER_BYTES = 512;

export interface ManySite extends Site {
  /** Requests answered so far by template, as `/api/many/lamps/:id`. */
  readonly counts: ReadonlyMap<string, number>;
  /** The page that makes `n` requests. */
  pageUrl(options: ManyPageOptions): string;
}

export interface ManyPageOptions {
  readonly n: number;
  /** Requests in flight at once; 20 by default. */
  readonly parallel?: number;
  /** Whether the page begins by itself or at a click on its button `Start`; `load` by default. */
  readonly start?: "button" | "load";
  /** The server's delay before each answer; 0 by default. */
  readonly delayMs?: number;
  /** 1 to 40; with 1 the paths are plain `/api/many/<i>`. */
  readonly templates?: number;
}

/** Starts a site whose page makes many small requests and then says `done n`. */
export async function startMany(options: SiteOptions = {}): Promise<ManySite> {
  const counts = new Map<string, number>();
  const site = await startSite(
    () => ({
      main: {
        "GET /": (exchange) => exchange.html(manyPage()),
        "GET /api/many/*": answer(counts),
        "GET /worker.js": (exchange) =>
          exchange.send(200, "postMessage(1)", { "content-type": "text/javascript" }),
      },
    }),
    options,
  );
  return { ...site, counts, pageUrl: (wanted) => `${site.url}/?${pageQuery(wanted)}` };
}

function pageQuery({ n, parallel = 20, start = "load", ...rest }: ManyPageOptions): string {
  const { delayMs = 0, templates = TEMPLATE_COUNT } = rest;
  return `n=${n}&parallel=${parallel}&start=${start}&delay=${delayMs}&templates=${templates}`;
}

function answer(counts: Map<string, number>): Handler {
  return async (exchange) => {
    const delayMs = Number(exchange.headers["x-delay"] ?? 0);
    if (delayMs > 0) await sleep(delayMs);
    const template = exchange.pathname.replace(/\/\d+(?=\/|$)/, "/:id");
    counts.set(template, (counts.get(template) ?? 0) + 1);
    exchange.json(200, answerBody(Number(exchange.query.get("page"))));
  };
}

function answerBody(index: number): string {
  const head = `{"page":${index},"name":"item ${index}","price_cents":${(index * 37) % 9000},"text":"`;
  return `${head.padEnd(ANSWER_BYTES - 2, "All work and no play. ")}"}`;
}

function manyPage(): string {
  return page({ title: "Many requests", body: BODY, script: SCRIPT });
}

const BODY = `<h1>Many requests</h1>
<button type="button" id="start">Start</button>
<p role="status" id="status">waiting</p>
<p>Took <output id="elapsed">-</output> ms</p>
<p role="alert" id="alert"></p>`;

// The delay travels in a header so that it does not change what a URL looks like.
const SCRIPT = `const query = new URLSearchParams(location.search);
const number = (name, fallback) => Number(query.get(name) ?? fallback);
const n = number("n", 300);
const parallel = number("parallel", 20);
const templates = number("templates", ${TEMPLATE_COUNT});
const delay = number("delay", 0);
const nouns = ["lamps", "kettles", "chairs", "rugs", "tables", "shelves", "mirrors", "clocks",
  "vases", "stools", "benches", "curtains", "pillows", "blankets", "baskets", "frames", "candles",
  "plates", "bowls", "cups"];

function pathOf(i) {
  if (templates === 1) return "/api/many/" + i;
  const k = i % templates;
  return "/api/many/" + nouns[k % nouns.length] + "/" + i + (k < nouns.length ? "" : "/parts");
}

async function ask(i) {
  const headers = delay > 0 ? { "x-delay": String(delay) } : {};
  const response = await fetch(pathOf(i) + "?page=" + i, { headers });
  await response.json();
}

async function run() {
  const show = (id, text) => { document.getElementById(id).textContent = text; };
  const button = document.getElementById("start");
  button.disabled = true;
  show("status", "running");
  document.title = "Many requests";
  const startedMs = performance.now();
  let next = 1;
  async function worker() {
    while (next <= n) await ask(next++);
  }
  try {
    await Promise.all(Array.from({ length: parallel }, worker));
  } catch (error) {
    show("alert", String(error));
    throw error;
  }
  show("elapsed", Math.round(performance.now() - startedMs));
  show("status", "done " + n);
  document.title = "done " + n;
  button.disabled = false;
}

document.getElementById("start").addEventListener("click", run);
if (query.get("start") !== "button") run();`;
