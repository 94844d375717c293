import { readFile } from "node:fs/promises";

/** Preact's one write of markup: what `dangerouslySetInnerHTML` would do. */
const WRITE = /\(\w+\.innerHTML=(\w+)\.__html\)/g;
/** And its look at what stands there, which is of no use without the write. */
const READ = /\|\|\w+\.__html==\w+\.innerHTML/g;

/**
 * An esbuild plugin: Preact without the way from text to markup. What the pages show is foreign, so that way is
 * closed in the bundle too, not by the content security policy alone. A Preact that is written otherwise fails the build.
 *
 * @returns {import("esbuild").Plugin}
 */
export function preactWithoutHtml() {
  return {
    name: "preact-without-html",
    setup(build) {
      build.onLoad({ filter: /[\\/]preact[\\/]dist[\\/]preact\.mjs$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const contents = text.replace(READ, "").replace(WRITE, "(()=>{throw TypeError()})()");
        if (contents.includes("innerHTML")) {
          return { errors: [{ text: "preact writes markup in a way that is not known here" }] };
        }
        return { contents, loader: "js" };
      });
    },
  };
}
