import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Site, SiteOptions } from "./Site.js";
import { type Handler, startSite } from "./startSite.js";
import { leavingPage } from "./vitals/leavingPage.js";
import { shiftsPage } from "./vitals/shiftsPage.js";
import { vitalsPage } from "./vitals/vitalsPage.js";

/** How long the hero image is held back. */
export const HERO_DELAY_MS = 600;
/** How long the redirect to `/shifts` is held back. */
export const REDIRECT_DELAY_MS = 300;

export interface VitalsSite extends Site {
  /** Stands in the query of the hero image's URL as a credential. */
  readonly secret: string;
}

/** Starts a site whose page is slow on purpose: late image, shifting content, a long task, a slow click. */
export async function startVitals(options: SiteOptions = {}): Promise<VitalsSite> {
  const secret = `hero${Math.random().toString(36).slice(2)}S3`;
  const site = await startSite(
    () => ({
      main: {
        "GET /": (exchange) => exchange.html(vitalsPage(secret)),
        "GET /other": (exchange) => exchange.html(OTHER),
        "GET /hero.bmp": hero,
        "GET /moved": moved,
        "GET /shifts": (exchange) => exchange.html(shiftsPage()),
        "GET /leaving": (exchange) => exchange.html(leavingPage()),
        ...heldBack(),
        "GET /twice": (exchange) => exchange.html(TWICE),
        "GET /api/list": (exchange) => exchange.json(200, { items: [1, 2, 3] }),
        "POST /api/save": (exchange) => exchange.json(200, { saved: true }),
        "POST /api/login": (exchange) => exchange.json(200, { welcome: true }),
      },
    }),
    options,
  );
  return { ...site, secret };
}

const hero: Handler = async (exchange) => {
  await sleep(HERO_DELAY_MS);
  exchange.send(200, noise(200, 100), { "content-type": "image/bmp" });
};

const moved: Handler = async (exchange) => {
  await sleep(REDIRECT_DELAY_MS);
  exchange.redirect("/shifts");
};

/** A document that comes when the page before it says so. */
function heldBack(): { readonly [route: string]: Handler } {
  let release: () => void = () => {};
  let released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    "GET /held": async (exchange) => {
      await released;
      released = new Promise((resolve) => {
        release = resolve;
      });
      exchange.html(OTHER);
    },
    "GET /release": (exchange) => {
      release();
      exchange.json(200, {});
    },
  };
}

/** A picture with so much in it that a browser takes it for content. */
function noise(width: number, height: number): Buffer {
  const pixels = width * height * 3;
  const head = Buffer.alloc(54);
  head.write("BM");
  head.writeUInt32LE(head.length + pixels, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  return Buffer.concat([head, randomBytes(pixels)]);
}

const OTHER = `<!doctype html><title>Other</title><h1>Other page</h1><a id="back" href="javascript:history.back()">Back</a>`;

/** One click asks thrice for one list, saves twice the same and once another, and logs in twice. */
const TWICE = `<!doctype html><title>Twice</title><button id="load">Load</button><script>
const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body) });
document.getElementById("load").onclick = async () => {
  await Promise.all([
    fetch("/api/list?page=1"), fetch("/api/list?page=1"), fetch("/api/list?page=1"), fetch("/api/list?page=2"),
    post("/api/save", { name: "a" }), post("/api/save", { name: "a" }), post("/api/save", { name: "b" }),
    post("/api/login", { password: "hunter2hunter2" }), post("/api/login", { password: "hunter2hunter2" }),
  ]);
  document.title = "done";
};
</script>`;
