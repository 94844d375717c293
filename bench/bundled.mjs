import { createRequire } from "node:module";

// The package that bundles with it declares it.
const { build } = createRequire(new URL("../cli/package.json", import.meta.url))("esbuild");

/** One file with all that it imports, as ESM text. */
export async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
    legalComments: "none",
  });
  return outputFiles[0].text;
}
