// Bundles the extension into dist/unpacked, ready for chrome://extensions or a managed browser.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { buildId } from "../scripts/buildId.mjs";
import { drawIcon } from "./drawIcon.js";
import { refuseForbidden } from "./forbiddenCode.js";
import { preactWithoutHtml } from "./preactWithoutHtml.js";
import { re2jsWithoutEval } from "./re2jsWithoutEval.js";
import { tapableWithoutCodegen } from "./tapableWithoutCodegen.js";

const root = dirname(fileURLToPath(import.meta.url));
const source = join(root, "src");
const target = join(root, "dist", "unpacked");

/** What the pages need beside their scripts. */
const PAGES = [
  "borrow/borrow.html",
  "borrow/borrow.css",
  "panel/panel.html",
  "panel/panel.css",
  "panel/evidence.css",
  "panel/theme.css",
  "popup/popup.html",
  "popup/popup.css",
];

const shared = {
  bundle: true,
  target: "chrome125",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
};

/**
 * `bsk:observer`: the page's observer as text, since it runs in the page and not in the worker.
 *
 * @returns {import("esbuild").Plugin}
 */
function observerAsText() {
  return {
    name: "observer-as-text",
    setup(build) {
      const namespace = "bsk-observer";
      build.onResolve({ filter: /^bsk:observer$/ }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /.*/, namespace }, async () => {
        const { outputFiles } = await esbuild.build({
          ...shared,
          entryPoints: [join(source, "observer", "main.ts")],
          format: "iife",
          minify: true,
          write: false,
        });
        const [{ text }] = outputFiles;
        return { contents: `export const OBSERVER_SOURCE = ${JSON.stringify(text)};` };
      });
    },
  };
}

/** Writes dist/unpacked anew. Throws when a bundle fails or holds forbidden code. */
export async function build() {
  const { outputFiles } = await esbuild.build({
    ...shared,
    entryPoints: ["background.ts", "borrow/borrow.ts", "panel/panel.tsx", "popup/popup.tsx"].map(
      (entry) => join(source, entry),
    ),
    entryNames: "[name]",
    outdir: target,
    format: "esm",
    minifySyntax: true,
    minifyWhitespace: true,
    define: { BSK_BUILD: JSON.stringify(buildId()) },
    plugins: [observerAsText(), tapableWithoutCodegen(), preactWithoutHtml(), re2jsWithoutEval()],
    write: false,
  });
  refuseForbidden(outputFiles);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const written = outputFiles.map(({ path, contents }) => writeFile(path, contents));
  const copied = PAGES.map((path) => cp(join(source, path), join(target, basename(path))));
  await Promise.all([...written, ...copied]);
  await writeFile(join(target, "manifest.json"), await readFile(join(root, "manifest.json")));
  await writeFile(join(target, "icon128.png"), drawIcon(128));
}
