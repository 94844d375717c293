import { allowed } from "../site/pageRoutes.js";
import type { Handler, TrapPage } from "../site/TrapPage.js";

const etag: Handler = (exchange) => {
  const headers = {
    etag: '"one"',
    "cache-control": "no-cache",
    "content-type": "application/json",
  };
  if (exchange.headers["if-none-match"]) exchange.empty(304, headers);
  else exchange.send(200, '{"etag":"one"}', headers);
};

const PIXEL = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>`;
const picture: Handler = (exchange) =>
  exchange.send(200, PIXEL, { "content-type": "image/svg+xml", "cache-control": "max-age=3600" });
const stored: Handler = (exchange) =>
  exchange.send(200, '{"stored":true}', {
    "content-type": "application/json",
    "cache-control": "max-age=3600",
    ...allowed(exchange),
  });

export const statuses: TrapPage = {
  name: "statuses",
  traps: [16],
  about: "Every status that an answer may have, with and without a body.",
  isOrdered: true,
  routes: {
    "GET status/*": (exchange) => {
      const status = Number(exchange.pathname.split("/").at(-1));
      const has = status >= 200 && ![204, 205, 304].includes(status);
      if (has) exchange.json(status, { status });
      else exchange.empty(status);
    },
    "GET range": (exchange) => {
      exchange.send(206, "cdef", { "content-range": "bytes 2-5/10", "content-type": "text/plain" });
    },
    "GET nothing": (exchange) => exchange.send(200, "", { "content-type": "text/plain" }),
  },
  script: `for (const status of [200, 201, 202, 203, 204, 205, 206, 226, 300, 400, 401, 402, 403, 404, 405, 406, 409, 410, 418, 422, 429, 451, 500, 501, 502, 503, 504, 599]) {
  await ask(here + "status/" + status);
}
await ask(here + "range", { headers: { range: "bytes=2-5" } });
await ask(here + "nothing");`,
};

export const methods: TrapPage = {
  name: "methods",
  traps: [16],
  about: "Every method, with and without a body.",
  isOrdered: true,
  routes: {
    "HEAD *": (exchange) => exchange.json(200, { head: true }),
    "OPTIONS *": (exchange) => exchange.empty(204, { allow: "GET, POST" }),
    "* any*": (exchange) => exchange.json(200, { method: exchange.method }),
  },
  script: `for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PURGE", "REPORT", "QUERY"]) {
  await ask(here + "any-" + method, { method });
  if (method !== "GET" && method !== "HEAD") {
    await ask(here + "any-body-" + method, { method, body: JSON.stringify({ method }), headers: { "content-type": "application/json" } });
  }
}`,
};

export const revalidated: TrapPage = {
  name: "revalidated",
  traps: [3, 4],
  about: "An ETag: the page sees 200, the wire has 304.",
  isOrdered: true,
  routes: { "GET etag": etag, "GET plain304": (exchange) => exchange.empty(304) },
  script: `await text(here + "etag");
await text(here + "etag");
await text(here + "etag", { cache: "no-store" });
await ask(here + "etag", { headers: { "if-none-match": "\\"one\\"" } });
await ask(here + "plain304");`,
};

export const cached: TrapPage = {
  name: "cached",
  traps: [3, 9],
  about: "The same image twice, and answers that the disk cache has.",
  isOrdered: true,
  routes: { "GET picture*": picture, "GET stored*": stored },
  script: `await put("img", { src: here + "picture" });
await put("img", { src: here + "picture" });
await text(here + "stored");
await text(here + "stored");
await text(here + "stored", { cache: "force-cache" });
await text(here + "stored", { cache: "reload" });
await ask(here + "stored-never", { cache: "only-if-cached", mode: "same-origin" });
await text(there + "stored");
await text(there + "stored");`,
};

const crossRoutes: TrapPage["routes"] = {
  "GET private*": (exchange) => exchange.json(200, { for: "its own origin" }),
  "POST private*": (exchange) => exchange.json(418, { for: "its own origin" }),
  "OPTIONS allowed*": (exchange) =>
    exchange.empty(204, {
      ...allowed(exchange),
      "access-control-allow-headers": "x-api-key, content-type",
      "access-control-allow-methods": "PUT, DELETE",
      "access-control-max-age": exchange.path.includes("kept") ? "600" : "0",
    }),
  "OPTIONS denied*": (exchange) => exchange.empty(403),
  "* allowed*": (exchange) => exchange.json(200, { method: exchange.method }, allowed(exchange)),
};

export const preflights: TrapPage = {
  name: "preflights",
  traps: [8],
  about: "Several requests at once that each need a preflight, one URL twice.",
  routes: crossRoutes,
  script: `const put = { method: "PUT", headers: { "x-api-key": "abc" }, body: "put" };
await Promise.all([1, 2, 3, 3].map((at) => ask(there + "allowed?n=" + at, put)));`,
};

export const cors: TrapPage = {
  name: "cors",
  traps: [3, 8],
  about: "Cross-origin: refused, opaque, preflights that are allowed, denied, remembered.",
  isOrdered: true,
  routes: crossRoutes,
  script: `await ask(there + "private-get");
await ask(there + "private-post", { method: "POST", body: "simple" });
await quietly(fetch(there + "private-opaque", { mode: "no-cors" }));
await ask(there + "ok-allowed");
const put = { method: "PUT", headers: { "x-api-key": "abc", "content-type": "application/json" }, body: '{"a":1}' };
await ask(there + "allowed", put);
await ask(there + "allowed", put);
await ask(there + "allowed-kept", put);
await ask(there + "allowed-kept", put);
await ask(there + "allowed-delete", { method: "DELETE" });
await ask(there + "denied", put);
await ask(there + "allowed-patch", { method: "PATCH" });`,
};
