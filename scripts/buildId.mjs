// One id for what the extension and the CLI were built from: equal ids mean equal sources.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function sourceFolders() {
  const plugins = readdirSync(join(root, "plugins"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join("plugins", entry.name, "src"));
  return ["schema/src", "core/src", ...plugins, "extension/src", "cli/src"];
}

/** 12 hex of the sha256 over paths and contents of all sources. */
export function buildId() {
  const files = sourceFolders()
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(relative(root, file).split(sep).join("/")).update("\0");
    hash.update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 12);
}
