import { expect, it } from "vitest";

interface Guard {
  refuseForbidden(files: readonly { readonly path: string; readonly text: string }[]): void;
}
const url = new URL("../forbiddenCode.js", import.meta.url).href;
const { refuseForbidden } = (await import(url)) as Guard; // a build script, without types

it.each([
  ["new Function", "const run = new Function('return 1');"],
  ["eval", "const run=eval('1');"],
  ["innerHTML", 'node.innerHTML="<b>"'],
  ["insertAdjacentHTML", 'node.insertAdjacentHTML("beforeend", text)'],
  ["document.write", "document.write(text)"],
  ["eval in a text for the page", 'const OBSERVER="(()=>{eval(\\"1\\")})()";'],
])("refuses a built file that holds %s, and names the file", (_name, text) => {
  const files = [
    { path: "popup.js", text: "1" },
    { path: "background.js", text },
  ];

  expect(() => refuseForbidden(files)).toThrow(/^background\.js holds/);
});

it.each(["node.innerHTML += text", 'node["outerHTML"]=text', "node.innerHTML\n= text"])(
  "refuses to write markup in the worker's functions for the page: %s",
  (text) => {
    expect(() => refuseForbidden([{ path: "background.js", text }])).toThrow(/HTML/);
  },
);

it("lets the worker's functions read a page's markup, and no page of ours", () => {
  const text = "const html = node.outerHTML; if (node.innerHTML === html) done();";

  expect(() => refuseForbidden([{ path: "background.js", text }])).not.toThrow();
  expect(() => refuseForbidden([{ path: "panel.js", text }])).toThrow(/^panel\.js holds/);
});

it("lets words pass that only look alike", () => {
  const text = 'page["evaluate"](); Runtime.evaluate(); medieval(); class NewFunction {}';

  expect(() => refuseForbidden([{ path: "background.js", text }])).not.toThrow();
});
