import { scriptValue } from "../page.js";
import type { Routes } from "../startSite.js";
import { casePage } from "./casePage.js";
import { HOSTILE_TEXT } from "./hostileText.js";

/** Number texts that JSON.parse cannot hold or prints otherwise. */
export const NUMBER_TEXTS: readonly string[] = [
  "9007199254740993",
  "1234567890123456789",
  "18014398509481984419",
  "-0",
  "1.0",
  "1e400",
  "0.1000000000000000055",
  "12345678901234567890.123",
];

/** How deep `/api/deep` nests: past what a recursive walk survives. */
export const JSON_DEPTH = 20_000;

const HOSTILE_JSON = `{${[
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"a":1,"a":2',
  '"lone":"\\ud800 \\udc00","\\udfff":"key"',
  ...Object.values(HOSTILE_TEXT).map((text) => `${JSON.stringify(text)}:${JSON.stringify(text)}`),
  `"numbers":[${NUMBER_TEXTS.join(",")}]`,
].join(",")}}`;

const ANSWERS: Readonly<Record<string, () => string>> = {
  "/api/keys": () => HOSTILE_JSON,
  "/api/deep": () => "[".repeat(JSON_DEPTH) + "]".repeat(JSON_DEPTH),
  "/api/wide": () =>
    `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join(",")}}`,
  "/api/cut": () => '{"items":[{"id":1},{"id":',
  "/api/null": () => "null",
  "/api/nothing": () => "",
};

/** JSON that breaks who walks, merges or prints it carelessly. */
export const jsonRoutes: Routes = {
  "GET /json": (exchange) => exchange.html(jsonPage()),
  ...Object.fromEntries(
    Object.entries(ANSWERS).map(([path, text]) => [
      `GET ${path}`,
      (exchange) => exchange.json(200, text()),
    ]),
  ),
};

function jsonPage(): string {
  return casePage({
    title: "Hostile JSON",
    about:
      "Answers with hostile keys, lone surrogates, big numbers, deep, wide, cut and empty JSON.",
    run: `for (const path of ${scriptValue(Object.keys(ANSWERS))}) {
  const text = await (await fetch(path)).text();
  show(path + ": " + text.length + " characters");
}`,
  });
}
