import { page, scriptValue } from "../../sites/page.js";
import type { Origins, TrapPage } from "./TrapPage.js";

/** The HTML of a trap page: its script runs on load, and then its title is `done`. */
export function trapDocument(trap: TrapPage, { main, cross }: Origins): string {
  const { name, about, body = "", head = "", script } = trap;
  return page({
    title: "playing",
    head: `<link rel="icon" href="data:,">${head}`,
    body: `<h1>${name}</h1><p>${about}</p>${fill(body, main, cross)}`,
    script: `const MAIN = ${scriptValue(main)};
const CROSS = ${scriptValue(cross)};
const here = MAIN + ${scriptValue(`/${name}/`)};
const there = CROSS + ${scriptValue(`/${name}/`)};
${TOOLS}
async function play() {
${script ?? ""}
}
addEventListener("load", () => play().then((left) => { if (left !== "leaves") document.title = "done"; },
  (error) => { document.title = "failed " + error; }));`,
  });
}

/** `MAIN` and `CROSS` in a page's own HTML. */
function fill(body: string, main: string, cross: string): string {
  return body.replaceAll("$MAIN", main).replaceAll("$CROSS", cross);
}

const TOOLS = `const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const quietly = (promise) => promise.catch((error) => error.name);
const text = (url, init) => fetch(url, init).then((response) => response.text());
const ask = (url, init) => quietly(text(url, init));
const event = (target, name) => new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
const put = (tag, attributes) => new Promise((resolve) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.onload = element.onerror = () => resolve(element);
  document.body.append(element);
});`;
