import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = new URL("..", import.meta.url);
/** Every way from text to markup or code, and to a link that a page could choose. */
const MARKUP =
  /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|setHTML|createContextualFragment|DOMParser|srcdoc|trustedTypes|javascript:/i;
/** A link or picture whose address is not made by `addressOf`. */
const FOREIGN_ADDRESS = /\b(?:href|src|action|formAction)=\{(?!addressOf\()/;

function sourcesOf(folder: string): readonly { readonly name: string; readonly text: string }[] {
  const path = fileURLToPath(new URL(folder, root));
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|js|html)$/.test(name))
    .map((name) => ({ name, text: readFileSync(`${path}/${name}`, "utf8") }));
}

function faultsIn(sources: ReturnType<typeof sourcesOf>): readonly string[] {
  return sources
    .filter(({ text }) => MARKUP.test(text) || FOREIGN_ADDRESS.test(text))
    .map(({ name }) => name);
}

describe("the pages of the extension", () => {
  it("have no way from text to markup in their sources", () => {
    const sources = [...sourcesOf("src/panel"), ...sourcesOf("src/popup")];

    expect(sources.length).toBeGreaterThan(50);
    expect(faultsIn(sources)).toEqual([]);
  });

  it("have none in what is shipped, Preact's own with it", () => {
    const built = sourcesOf("dist/unpacked").filter(({ name }) =>
      /^(?:panel|popup)\.js$/.test(name),
    );

    expect(built).toHaveLength(2);
    for (const { text } of built)
      expect(text).not.toMatch(/(?:inner|outer)HTML\b|insertAdjacentHTML/);
  });

  it.each([
    '<p dangerouslySetInnerHTML={{ __html: "x" }} />',
    "node.innerHTML = text;",
    "<a href={row.url}>x</a>",
  ])("would be found out by %s", (text) => {
    expect(faultsIn([{ name: "planted.tsx", text }])).toEqual(["planted.tsx"]);
  });

  it("forbid it by policy too: no Trusted Types policy can be made", () => {
    const manifest = readFileSync(new URL("manifest.json", root), "utf8");

    expect(manifest).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(manifest).toContain("default-src 'none'; script-src 'self'");
  });
});
