import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { errors } from "@bsk/core";
import { BUILD } from "../version.js";

/** Where the parts of this very installation lie. Nothing outside it can move them. */
export interface Installation {
  /** The folder with the repository's package.json. */
  readonly root: string;
  readonly version: string;
  /** Differs whenever the built daemon differs: a client of another build must notice. */
  readonly build: string;
  readonly daemonEntry: string;
  readonly keeperEntry: string;
  /** Of the daemon's threads that run commands. */
  readonly threadEntry: string;
  /** The built extension, copied for each managed browser. */
  readonly extensionFolder: string;
}

/** In a CommonJS bundle `import.meta.url` is empty, and `__filename` is there instead. */
function thisFile(): string {
  const url: string | undefined = import.meta.url;
  return url === undefined ? __filename : fileURLToPath(url);
}

function versionOf(folder: string): string | undefined {
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) return undefined;
  const content: unknown = JSON.parse(readFileSync(manifest, "utf8"));
  if (typeof content !== "object" || content === null) return undefined;
  if (!("name" in content) || content.name !== "@bsk/cli" || !("version" in content))
    return undefined;
  return String(content.version);
}

function findPackage(from: string): { readonly root: string; readonly version: string } {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const version = versionOf(folder);
    if (version !== undefined) return { root: folder, version };
    if (folder === dirname(folder))
      throw errors.internal(`no package.json of @bsk/cli above ${from}`);
  }
}

/** Of a bundle, what its sources were; of bare `dist`, when its daemon was compiled. */
function buildOf(version: string, entry: string): string {
  if (BUILD !== "dev") return BUILD;
  if (!existsSync(entry)) return `${version}+unbuilt`;
  return `${version}+${Math.round(statSync(entry).mtimeMs).toString(36)}`;
}

function locate(): Installation {
  const file = thisFile();
  const { root, version } = findPackage(file);
  const isBundled = basename(dirname(file)) === "bundle";
  const dist = join(root, "dist");
  const daemonEntry = isBundled
    ? join(dist, "bundle", "daemon.mjs")
    : join(dist, "daemon", "main.js");
  return {
    root: dirname(root),
    version,
    build: buildOf(version, daemonEntry),
    daemonEntry,
    keeperEntry: isBundled
      ? join(dist, "bundle", "keeper.mjs")
      : join(dist, "browser", "keeper.js"),
    threadEntry: isBundled ? join(dist, "bundle", "thread.cjs") : join(dist, "hosted", "thread.js"),
    extensionFolder: join(dirname(root), "extension", "dist", "unpacked"),
  };
}

let located: Installation | undefined;

/** Found once, upward from this file to the package; the same from `dist/` and from `dist/bundle/`. */
export function installation(): Installation {
  located ??= locate();
  return located;
}
