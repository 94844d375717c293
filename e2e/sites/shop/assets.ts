import type { Handler, Routes } from "../startSite.js";
import { AUTHORIZATION_SCRIPT } from "./navigation.js";

/** The list page's script, stylesheet and image. */
export const assetRoutes: Routes = {
  "GET /assets/list.css": asset("text/css; charset=utf-8", () => LIST_CSS),
  "GET /assets/list.js": asset("text/javascript; charset=utf-8", () => LIST_SCRIPT),
  "GET /assets/logo.png": asset("image/png", () => Buffer.from(LOGO_BASE64, "base64")),
};

function asset(type: string, body: () => string | Buffer): Handler {
  return (exchange) => exchange.send(200, body(), { "content-type": type });
}

const LIST_CSS = `table { border-collapse: collapse; }
th, td { border: 1px solid #888; padding: 0.25rem 0.75rem; text-align: left; }
`;

const LIST_SCRIPT = `${AUTHORIZATION_SCRIPT}

async function load(path) {
  const response = await fetch(path, { headers: authorization() });
  const text = await response.text();
  const row = document.querySelector("#results tbody").insertRow();
  for (const cell of [path, response.status, text.length]) row.insertCell().textContent = cell;
}

function loadAfter(path, delayMs) {
  return new Promise((resolve) => setTimeout(resolve, delayMs)).then(() => load(path));
}

async function loadAll() {
  await Promise.all([
    load("/api/list"),
    loadAfter("/api/list", 100),
    loadAfter("/api/list", 200),
    load("/api/report"),
    load("/r/1"),
    load("/api/broken"),
    load("/api/large"),
  ]);
  document.getElementById("status").textContent = "All loaded";
  document.title = "List, loaded - Shop";
}

loadAll();
`;

/** 32 by 32 pixels, red and blue squares. */
const LOGO_BASE64 =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAOUlEQVR42mOwiTqBFV2yscGKSFXPMGrBqAVDwAJqGYRL/agFoxYMBQtGi4pRC0YtGK0PRi0YtQCIAANZUEyEMAXOAAAAAElFTkSuQmCC";
