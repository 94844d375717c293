import type { Handler, Routes } from "../startSite.js";
import { casePage } from "./casePage.js";

/** `你好, 世界` in GBK. */
const GBK = Buffer.from("c4e3bac32c20cac0bde7", "hex");

/** Least length of the data: URL of the large image on `/data-images`. */
export const DATA_URL_CHARACTERS = 300_000;

/** Bodies that are not the UTF-8 text they seem to be, and images within URLs. */
export const byteRoutes: Routes = {
  "GET /bytes": (exchange) => exchange.html(bytesPage()),
  "GET /data-images": (exchange) => exchange.html(dataImagesPage()),
  "GET /api/bad-utf8": bytes("application/json", Buffer.from('{"bad":"\xff\xfe\xc3("}', "latin1")),
  "GET /api/gbk": bytes("text/plain; charset=gbk", GBK),
  "GET /api/gbk-unlabelled": bytes("text/plain", GBK),
  "GET /api/bom": bytes("application/json", Buffer.from('\ufeff{"bom":true}')),
  "GET /api/lying-type": bytes("application/json", Buffer.from("89504e470d0a1a0a00ff01fe", "hex")),
};

function bytes(type: string, body: Buffer): Handler {
  return (exchange) => exchange.send(200, body, { "content-type": type });
}

function bytesPage(): string {
  return casePage({
    title: "Bytes",
    about: "Bad UTF-8 in JSON, GBK with and without its charset, a BOM, an image called JSON.",
    run: `for (const name of ["bad-utf8", "gbk", "gbk-unlabelled", "bom", "lying-type"]) {
  const response = await fetch("/api/" + name);
  show(name + ": " + new Uint8Array(await response.arrayBuffer()).length + " bytes");
}
const surrogates = await fetch("/api/echo", { method: "POST", body: "\\ud800 and \\udc00" });
show("lone surrogates come back as " + (await surrogates.text()));
const binary = await fetch("/api/echo", { method: "POST", body: new Uint8Array([1, 2, 255, 0, 128]) });
show("binary comes back with " + (await binary.arrayBuffer()).byteLength + " bytes");`,
  });
}

function dataImagesPage(): string {
  const svg = (fill: string, padding: number): string => {
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24" fill="${fill}"/><!--${"x".repeat(padding)}--></svg>`;
    return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
  };
  const small = Array.from(
    { length: 40 },
    (_, index) => `<img src="${svg(`hsl(${index * 9} 70% 50%)`, 0)}" alt="">`,
  );
  const empty = svg("teal", 0);
  const large = svg("teal", Math.ceil(((DATA_URL_CHARACTERS - empty.length) * 3) / 4) + 2);
  return casePage({
    title: "Images in URLs",
    about: "One data: URL of 300,000 characters, 40 small ones, one blob: URL.",
    body: `<p><img src="${large}" alt="large" width="64" height="64"></p>\n<p>${small.join("")}</p>`,
    run: `const blob = URL.createObjectURL(new Blob(["blob text"], { type: "text/plain" }));
show(await (await fetch(blob)).text());
show(document.querySelector("img").src.length + " characters");`,
  });
}
