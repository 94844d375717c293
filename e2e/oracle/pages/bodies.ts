import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { Handler, TrapPage } from "../site/TrapPage.js";

const bytes =
  (type: string, body: string | Buffer, more: Record<string, string> = {}): Handler =>
  (exchange) =>
    exchange.send(200, body, { "content-type": type, ...more });
const hex = (text: string): Buffer => Buffer.from(text, "hex");
const GBK = hex("c4e3bac32c20cac0bde7");

export const charsets: TrapPage = {
  name: "charsets",
  traps: [18, 19],
  about: "Bodies that are not the UTF-8 they seem to be.",
  isOrdered: true,
  routes: {
    "GET bom": bytes("application/json", Buffer.from('\ufeff{"bom":true}')),
    "GET gbk": bytes("text/plain; charset=gbk", GBK),
    "GET gbkdefault": bytes("text/plain", GBK),
    "GET latin1": bytes("text/plain; charset=iso-8859-1", hex("e4f6fc20646f6e65")),
    "GET utf16": bytes("text/plain; charset=utf-16le", Buffer.from("zwölf", "utf16le")),
    "GET sjis": bytes("text/html; charset=shift_jis", hex("93fa967b8cea")),
    "GET utf8": bytes("text/plain; charset=utf-8", "grün 🦊 日本"),
    "GET utf8default": bytes("text/plain", "grün 🦊 日本"),
    "GET json": bytes("application/json", '{"text":"grün 🦊","n":12345678901234567890}'),
    "GET badutf8": bytes("application/json", Buffer.from('{"bad":"\xff\xfe\xc3("}', "latin1")),
    "GET lying": bytes("application/json", hex("89504e470d0a1a0a00ff01fe")),
    "GET untyped": (exchange) => exchange.send(200, '{"untyped":1}', {}),
    "GET control": bytes("text/plain", "a\u0000b\u0001c\r\nd\te"),
    "GET surrogate": bytes("application/json", '{"lone":"\\ud800","pair":"\\ud83e\\udd8a"}'),
    "GET yaml": bytes("application/yaml", "a: 1\nb: [2, 3]\n"),
    "GET ndjson": bytes("application/x-ndjson", '{"a":1}\n{"a":2}\n'),
    "GET xml": bytes("application/xml", "<?xml version='1.0'?><a>ä</a>"),
    "GET graphql": bytes("application/graphql-response+json", '{"data":{"a":1}}'),
    "GET svg": bytes("image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    "GET text-as-binary": bytes("application/octet-stream", "plain text after all"),
    "GET binary": bytes("application/octet-stream", hex("00ff10e280ff")),
    "GET png": bytes("image/png", hex("89504e470d0a1a0a")),
  },
  script: `for (const name of ["bom", "gbk", "gbkdefault", "latin1", "utf16", "sjis", "utf8", "utf8default", "json", "badutf8", "lying", "untyped", "control", "surrogate", "yaml", "ndjson", "xml", "graphql", "svg", "text-as-binary", "binary", "png"]) await text(here + name);`,
};

const coded =
  (name: string, code: (body: Buffer) => Buffer): Handler =>
  (exchange) =>
    exchange.send(200, code(Buffer.from(JSON.stringify({ coded: name, text: "x".repeat(5000) }))), {
      "content-type": "application/json",
      "content-encoding": name,
    });

export const encodings: TrapPage = {
  name: "encodings",
  traps: [13, 24],
  about: "Compressed and chunked bodies, of known and unknown length.",
  isOrdered: true,
  routes: {
    "GET gzip": coded("gzip", gzipSync),
    "GET br": coded("br", brotliCompressSync),
    "GET deflate": coded("deflate", deflateSync),
    "GET chunked": (exchange) => {
      exchange.beginStream("application/json");
      for (const piece of ['{"a":', "1,", '"b":2}']) exchange.write(piece);
      exchange.end();
    },
    "GET slowly": async (exchange) => {
      exchange.beginStream("text/plain");
      for (let at = 0; at < 5; at += 1) {
        exchange.write(`piece ${at}\n`);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      exchange.end();
    },
  },
  script: `for (const name of ["gzip", "br", "deflate", "chunked", "slowly"]) await text(here + name);
await quietly(fetch(here + "gzip?unread").then(() => wait(100)));`,
};

const sized: Handler = (exchange) => {
  const size = Number(exchange.query.get("bytes"));
  const type = exchange.query.get("type") ?? "application/json";
  const filling =
    type === "image/png" ? Buffer.alloc(size, 0xff) : JSON.stringify({ x: "y".repeat(size - 8) });
  exchange.send(200, filling, { "content-type": type });
};

export const sizes: TrapPage = {
  name: "sizes",
  traps: [13, 14, 24],
  about: "Bodies around each bound: 64 Ki characters, 256 KiB, 1 MiB, 5 MB, and many large ones.",
  isOrdered: true,
  routes: { "GET sized": sized },
  script: `for (const size of [8, 1000, 65535, 65536, 65537, 262144, 262145, 1048577, 5000000]) {
  await text(here + "sized?bytes=" + size);
}
for (let at = 0; at < 40; at += 1) await text(here + "sized?bytes=60000&n=" + at);
for (let at = 0; at < 8; at += 1) await text(here + "sized?type=image/png&bytes=500000&n=" + at);
await text(here + "sized?bytes=900");`,
};

export const uploads: TrapPage = {
  name: "uploads",
  traps: [20, 21, 22],
  about: "Request bodies of every kind, around the bounds, with lone surrogates and files.",
  isOrdered: true,
  script: `const post = (name, body, type) => ask(here + "ok-" + name, { method: "POST", body, ...(type ? { headers: { "content-type": type } } : {}) });
await post("string", "plain text");
await post("json", JSON.stringify({ a: 1, b: [2, 3], text: "grün" }), "application/json");
await post("params", new URLSearchParams({ a: "1", b: "zwei & drei" }));
await post("blob", new Blob(['{"blob":true}'], { type: "application/json" }));
await post("buffer", new TextEncoder().encode("bytes that are text"));
await post("binary", new Uint8Array([1, 2, 255, 0, 128]));
await post("emoji", "🦊 fox 🦊");
await post("lone", "lone \\ud800 surrogate");
const data = new FormData();
data.append("field", "value");
data.append("other", "grün");
await post("multipart", data);
data.append("file", new File(["the file's own text"], "notes.txt", { type: "text/plain" }));
await post("multipart-file", data);
await post("empty", "");
await post("none");
for (const size of [65535, 65536, 65537, 300000]) await post("large-" + size, "z".repeat(size));
await post("large-blob", new Blob(["q".repeat(70000)]));
await post("graphql", JSON.stringify({ query: "query A { a }", variables: { id: 1 } }), "application/json");
const request = new XMLHttpRequest();
request.open("PUT", here + "ok-xhr");
request.send("by XMLHttpRequest");
await event(request, "loadend");`,
};
