import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  // npm itself refuses a workspace whose manifest has another shape.
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

const plugins = readdirSync(join(root, "plugins")).map((name) => `plugins/${name}`);
const portable = ["schema", "core", ...plugins];
const workspaces = [...portable, "extension", "cli", "e2e"];

const scratches: string[] = [];

/** A folder like the repo's root, with its own configuration and the given files. */
function scratch(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "bsk-guards-"));
  scratches.push(folder);
  for (const name of ["biome.json", "tsconfig.base.json", ".gitignore"]) {
    copyFileSync(join(root, name), join(folder, name));
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Runs one of the repo's own binaries and returns its exit code with all it printed. */
function run(
  tool: string,
  args: readonly string[],
  cwd: string,
): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin", tool), args, {
    cwd,
    encoding: "utf8",
  });
  return { code: status, text: stdout + stderr };
}

afterEach(() => {
  for (const folder of scratches.splice(0)) rmSync(folder, { recursive: true });
});

describe("manifests", () => {
  /** A package may name only those of a lower layer. */
  const layers: readonly (readonly [layer: number, name: RegExp])[] = [
    [0, /^@bsk\/schema$/],
    [1, /^@bsk\/core$/],
    [2, /^@bsk\/plugin-[a-z]+$/],
    [3, /^@bsk\/plugins$/],
    [4, /^@bsk\/(extension|cli)$/],
    [5, /^@bsk\/e2e$/],
  ];
  const layerOf = (name: string): number | undefined =>
    layers.find(([, pattern]) => pattern.test(name))?.[0];

  function findUpward(manifests: readonly Manifest[]): string[] {
    return manifests.flatMap((manifest) => {
      const own = layerOf(manifest.name);
      if (own === undefined) return [`${manifest.name} has no layer`];
      const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
      const all = {
        ...dependencies,
        ...devDependencies,
        ...peerDependencies,
        ...optionalDependencies,
      };
      return Object.keys(all)
        .filter((name) => name.startsWith("@bsk/") && !((layerOf(name) ?? own) < own))
        .map((name) => `${manifest.name} names ${name}`);
    });
  }

  test("no workspace depends on one of its own layer or of a higher one", () => {
    const manifests = workspaces.map(readManifest);

    expect(manifests.map(({ name }) => name)).toContain("@bsk/plugin-aggregate");
    expect(findUpward(manifests)).toEqual([]);
  });

  test("the workspaces are all that the root manifest lists", () => {
    const { workspaces: listed } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

    expect(listed).toEqual(["schema", "core", "plugins/*", "extension", "cli", "e2e"]);
  });

  test.each<[why: string, name: string, dependency: string]>([
    ["downwards only", "@bsk/schema", "@bsk/core"],
    ["downwards only", "@bsk/core", "@bsk/plugin-rules"],
    ["a plugin names no plugin", "@bsk/plugin-rules", "@bsk/plugin-replay"],
    ["a plugin does not name the list of plugins", "@bsk/plugin-rules", "@bsk/plugins"],
    ["the two hosts do not name each other", "@bsk/extension", "@bsk/cli"],
    ["the two hosts do not name each other", "@bsk/cli", "@bsk/extension"],
    ["nobody names the end-to-end tests", "@bsk/cli", "@bsk/e2e"],
    ["a package without a layer", "@bsk/cli", "@bsk/helpers"],
  ])("%s: %s on %s is found", (_why, name, dependency) => {
    for (const field of ["dependencies", "devDependencies"]) {
      const planted = { name, [field]: { [dependency]: "0.1.0", ws: "8.23.0" } };

      expect(findUpward([planted])).toEqual([`${name} names ${dependency}`]);
    }
  });

  test("what each layer needs is allowed", () => {
    const dependencies = {
      "@bsk/schema": "0.1.0",
      "@bsk/core": "0.1.0",
      "@bsk/plugin-rules": "0.1.0",
    };

    expect(findUpward([{ name: "@bsk/plugins", dependencies }])).toEqual([]);
    expect(
      findUpward([
        { name: "@bsk/e2e", dependencies: { "@bsk/cli": "0.1.0", "@bsk/extension": "0.1.0" } },
      ]),
    ).toEqual([]);
  });
});

describe("the compiler", () => {
  /** The package's own tsconfig and globals in a folder of its own, with one more source file. */
  function compile(workspace: string, planted: string): { code: number | null; text: string } {
    const tsconfig = JSON.parse(readFileSync(join(root, workspace, "tsconfig.json"), "utf8"));
    const globals = join(root, workspace, "src/globals.d.ts");
    const folder = scratch({
      [`${workspace}/package.json`]: '{ "type": "module" }',
      [`${workspace}/tsconfig.json`]: JSON.stringify({ ...tsconfig, references: [] }),
      [`${workspace}/src/planted.ts`]: planted,
      "elsewhere/other.ts": "export const other: number = 1;",
      ...(existsSync(globals)
        ? { [`${workspace}/src/globals.d.ts`]: readFileSync(globals, "utf8") }
        : {}),
    });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    return run("tsc", ["-b", workspace], folder);
  }

  test.each(portable)("in %s, knows ECMAScript and neither DOM, Node nor chrome", (workspace) => {
    const clean = compile(workspace, "export const sum: number = [1, 2].at(-1) ?? 0;");
    expect(clean).toEqual({ code: 0, text: "" });

    const names = ["document", "window", "process", "Buffer", "chrome", "console"];
    const planted = names.map((name, index) => `export const it${index}: unknown = ${name};`);
    const { code, text } = compile(workspace, planted.join("\n"));

    expect(code).not.toBe(0);
    for (const name of names)
      expect(text).toMatch(new RegExp(`TS\\d+: Cannot find name '${name}'`));
  });

  test.each([...portable, "extension", "cli"])(
    "in %s, refuses a relative import out of the package",
    (workspace) => {
      const up = workspace.replace(/[^/]+/g, "..");
      const planted = `export { other } from "../${up}/elsewhere/other.js";`;

      const { code, text } = compile(workspace, planted);

      expect(code).not.toBe(0);
      expect(text).toMatch(/error TS(6059|6307): .*elsewhere\/other\.ts/);
    },
  );
});

describe("Biome", () => {
  const clean = { "core/package.json": '{ "name": "@bsk/core", "dependencies": {} }\n' };

  function lint(files: Readonly<Record<string, string>>): { code: number | null; text: string } {
    return run("biome", ["lint", "--colors=off", "."], scratch({ ...clean, ...files }));
  }

  test("accepts its own configuration and a package that keeps the rules", () => {
    const { code, text } = lint({
      "core/src/one.ts": 'import { two } from "./two.js";\n\nexport const one: number = two;\n',
      "core/src/two.ts": "export const two: number = 2;\n",
      "cli/package.json": '{ "name": "@bsk/cli" }\n',
      "cli/src/one.ts": 'export { readFileSync } from "node:fs";\n',
    });

    expect(text).not.toMatch(/deserialize|unknown|deprecated/i);
    expect({ code, text }).toMatchObject({ code: 0 });
  });

  test("noUndeclaredDependencies: an import that the manifest does not declare", () => {
    const { code, text } = lint({ "core/src/one.ts": 'export { Hook } from "tapable";\n' });

    expect(code).toBe(1);
    expect(text).toMatch(/one\.ts.* lint\/correctness\/noUndeclaredDependencies/);
  });

  test.each(["schema", "core", "plugins/aggregate", "extension"])(
    "noNodejsModules: a Node module in %s",
    (workspace) => {
      const { code, text } = lint({
        [`${workspace}/src/one.ts`]: 'export { readFileSync } from "node:fs";\n',
      });

      expect(code).toBe(1);
      expect(text).toMatch(/one\.ts.* lint\/correctness\/noNodejsModules/);
    },
  );

  test("noImportCycles: two files that import each other", () => {
    const { code, text } = lint({
      "core/src/one.ts":
        'import { two } from "./two.js";\nexport const one = (): number => two();\n',
      "core/src/two.ts":
        'import { one } from "./one.js";\nexport const two = (): number => one();\n',
    });

    expect(code).toBe(1);
    expect(text).toMatch(/(one|two)\.ts.* lint\/suspicious\/noImportCycles/);
  });

  test("noFloatingPromises: a promise that nobody waits for", () => {
    const { code, text } = lint({
      "core/src/one.ts":
        "const wait = async (): Promise<void> => {};\nexport const one = (): void => {\n  wait();\n};\n",
    });

    expect(code).toBe(1);
    expect(text).toMatch(/one\.ts.* lint\/nursery\/noFloatingPromises/);
  });

  test("noExcessiveLinesPerFile: a file of 401 lines", () => {
    const lines = (count: number): string =>
      Array.from({ length: count }, (_, index) => `export const it${index}: number = 0;\n`).join(
        "",
      );
    const { code, text } = lint({
      "core/src/long.ts": lines(401),
      "core/src/short.ts": lines(400),
    });

    expect(code).toBe(1);
    expect(text).toMatch(/long\.ts.* lint\/style\/noExcessiveLinesPerFile/);
    expect(text).not.toMatch(/short\.ts.* noExcessiveLinesPerFile/);
  });
});

describe("sources", () => {
  interface Word {
    readonly what: string;
    readonly pattern: RegExp;
    readonly allowed: readonly string[];
  }
  const words: readonly Word[] = [
    { what: "chrome.", pattern: /(?<![\w$.-])chrome\s*\??\./, allowed: ["extension"] },
    { what: "node:", pattern: /["'`]node:/, allowed: ["cli", "e2e"] },
    {
      what: "printing",
      pattern:
        /(?<![\w$.])((globalThis|self)\.)?(console\.(log|error|warn|info|debug|table|trace|dir)\b|process\.std(out|err)\b)/,
      allowed: ["cli", "e2e"],
    },
  ];

  /** What the code says, without its comments. */
  function withoutComments(text: string): string {
    const tokens = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
    return text.replace(tokens, (token) => (token.startsWith("/") ? " " : token));
  }

  function findWords(workspace: string, path: string, text: string): string[] {
    const code = withoutComments(text);
    return words
      .filter(({ allowed, pattern }) => !allowed.includes(workspace) && pattern.test(code))
      .map(({ what }) => `${path}: ${what}`);
  }

  function sourcesOf(workspace: string): string[] {
    const folder = join(root, workspace, "src");
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
      .map((path) => join(workspace, "src", path));
  }

  test("only the extension says chrome., only cli and e2e say node: and print", () => {
    const paths = workspaces.flatMap((workspace) =>
      sourcesOf(workspace).map((path) => ({ workspace, path })),
    );

    expect(paths.length).toBeGreaterThan(5);
    expect(
      paths.flatMap(({ workspace, path }) =>
        findWords(workspace, path, readFileSync(join(root, path), "utf8")),
      ),
    ).toEqual([]);
  });

  test.each<[workspace: string, text: string, found: string | undefined]>([
    ["core", "chrome.tabs.query({});", "chrome."],
    ["cli", "await globalThis.x(chrome?.debugger);", "chrome."],
    ["core", 'const it = await import("node:fs");', "node:"],
    ["extension", "import { join } from 'node:path';", "node:"],
    ["plugins/rules", "console.log(1);", "printing"],
    ["extension", "globalThis.console.error(1);", "printing"],
    ["schema", "process.stdout.write('');", "printing"],
    ["extension", "chrome.tabs.query({});", undefined],
    ["cli", 'import fs from "node:fs"; console.log(fs);', undefined],
    ["core", "/* chrome.tabs */ const url = 'http://x'; // node: console.log()", undefined],
    ["core", "for (const line of run.console.entries) read(line);", undefined],
  ])("in %s, %s", (workspace, text, found) => {
    expect(findWords(workspace, "planted.ts", text)).toEqual(found ? [`planted.ts: ${found}`] : []);
  });
});

describe("a bundle", () => {
  /** Bundles core's hooks in a Node of its own, and runs them there without code from strings. */
  function bundle(plugins: string): { code: number | null; text: string; built: string } {
    const folder = scratch({
      "entry.js": `
        import { hookMap, asyncSeriesHook, syncBailHook } from ${JSON.stringify(join(root, "core/dist/hooks.js"))};
        const hook = syncBailHook(["value"], "sync");
        hook.tap("tap", (value) => value + 1);
        const map = hookMap(() => asyncSeriesHook(["value"], "async"), "map");
        map.for("key").tapPromise("tap", async () => {});
        map.for("key").promise(1).then(() => console.log(hook.call(1)));
      `,
      "build.mjs": `
        import { build } from ${JSON.stringify(join(root, "node_modules/esbuild/lib/main.js"))};
        import { tapableWithoutCodegen } from ${JSON.stringify(join(root, "extension/tapableWithoutCodegen.js"))};
        await build({ entryPoints: ["entry.js"], outfile: "built.mjs", bundle: true, format: "esm", plugins: [${plugins}] });
      `,
    });
    const node = (args: string[]) =>
      spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    const built = node(["build.mjs"]);
    if (built.status !== 0) return { code: built.status, text: built.stderr, built: "" };
    const { status, stdout, stderr } = node([
      "--disallow-code-generation-from-strings",
      "built.mjs",
    ]);
    return {
      code: status,
      text: stdout + stderr,
      built: readFileSync(join(folder, "built.mjs"), "utf8"),
    };
  }
  const codegen = /\bFunction\(|\beval\(/;

  test("with tapableWithoutCodegen holds no code that makes code, and its hooks work", () => {
    const { code, text, built } = bundle("tapableWithoutCodegen()");

    expect({ code, text }).toEqual({ code: 0, text: "2\n" });
    expect(built).not.toMatch(codegen);
  });

  test("without it holds some, so the search above can find it", () => {
    expect(bundle("").built).toMatch(codegen);
  });

  test("fails when tapable no longer has the file to replace", () => {
    const hiding = `{ name: "hiding", setup: (build) => build.onLoad(
      { filter: /HookCodeFactory/ }, () => ({ contents: "module.exports = class {}" })) }`;

    const { code, text } = bundle(`${hiding}, tapableWithoutCodegen()`);

    expect(code).toBe(1);
    expect(text).toContain("its lib/HookCodeFactory.js was not found");
  });
});
