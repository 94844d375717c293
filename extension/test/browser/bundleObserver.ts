import { join } from "node:path";
import { build } from "esbuild";

/** The observer as one script, as a capture puts it into a page. */
export async function bundleObserver(): Promise<string> {
  const bundled = await build({
    entryPoints: [join(import.meta.dirname, "../../src/observer/main.ts")],
    bundle: true,
    format: "iife",
    minify: true,
    write: false,
    target: "chrome125",
  });
  return bundled.outputFiles[0]?.text ?? "";
}
