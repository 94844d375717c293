import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file below a folder whose bytes hold the text, as UTF-8 or as UTF-16LE. */
export function searchFiles(folder: string, texts: readonly string[]): string[] {
  const needles = texts.flatMap((text) => [
    Buffer.from(text, "utf8"),
    Buffer.from(text, "utf16le"),
  ]);
  const hits: string[] = [];
  for (const file of filesBelow(folder)) {
    const bytes = readFileSync(file);
    needles.forEach((needle, index) => {
      if (bytes.includes(needle)) {
        hits.push(`${file}: ${texts[index >> 1]} (${index % 2 === 0 ? "UTF-8" : "UTF-16LE"})`);
      }
    });
  }
  return hits;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => {
      try {
        return statSync(path).isFile();
      } catch {
        return false; // a socket, or gone meanwhile
      }
    });
}
