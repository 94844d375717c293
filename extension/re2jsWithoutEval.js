import { readFile } from "node:fs/promises";

/**
 * An esbuild plugin: re2js calls one of its methods `eval`, which no built file may hold. It gets another name. A
 * build that takes re2js in and renames nothing fails, so that a re2js without the method is noticed.
 *
 * @returns {import("esbuild").Plugin}
 */
export function re2jsWithoutEval() {
  return {
    name: "re2js-without-eval",
    setup(build) {
      build.onLoad({ filter: /[\\/]re2js[\\/]build[\\/]index\.js$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const contents = text.replace(/\beval\(/g, "holdsAt(");
        if (contents !== text) return { contents, loader: "js" };
        return { errors: [{ text: "re2js is bundled, but has no method `eval`" }] };
      });
    },
  };
}
