import type { Handler, TrapPage } from "../site/TrapPage.js";

const picture: Handler = (exchange) =>
  exchange.send(200, '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>', {
    "content-type": "image/svg+xml",
  });

export const headers: TrapPage = {
  name: "headers",
  traps: [1, 3],
  about: "Repeated, empty, long, odd and very many headers, in both directions.",
  isOrdered: true,
  routes: {
    "GET answer": (exchange) =>
      exchange.json(
        200,
        { headers: true },
        {
          "set-cookie": [
            "a=1; Path=/headers",
            "b=2; Path=/headers; HttpOnly; SameSite=Lax",
            "empty=; Path=/headers",
          ],
          "x-empty": "",
          "x-repeated": ["one", "two", "three"],
          "x-spaces": "a  b",
          "x-latin": "grün",
          "server-timing": "db;dur=53, app;dur=47.2",
          link: '<https://example.org/a?token=abcdef123456>; rel="next"',
        },
      ),
    "GET long": (exchange) =>
      exchange.json(200, {}, { "x-long": "v".repeat(3000), "x-short": "kept" }),
    "GET many": (exchange) =>
      exchange.json(
        200,
        {},
        Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`x-many-${at}`, `${at}`])),
      ),
  },
  script: `await ask(here + "answer");
await ask(here + "answer");
await ask(here + "ok", { headers: { "x-asked": "value", "x-empty": "", "x-spaces": "a  b" } });
await ask(here + "ok-long", { headers: { "x-long": "v".repeat(3000) } });
await ask(here + "ok-many", { headers: Object.fromEntries(Array.from({ length: 100 }, (_, at) => ["x-many-" + at, "" + at])) });
await ask(here + "long");
await ask(here + "many");
await ask(here + "ok-referrer", { referrerPolicy: "no-referrer" });`,
};

export const secrets: TrapPage = {
  name: "secrets",
  traps: [],
  about:
    "Secrets in every place: what is masked must stand where the server has a value, and nowhere else.",
  isOrdered: true,
  routes: {
    "* session*": (exchange) =>
      exchange.json(
        200,
        {
          user: "Ada",
          access_token: "tok-4f9a1c77d2",
          expires_in: 3600,
          password: "",
          pin: 4711,
          nested: { secret: "s3cr3t-value", note: "kept" },
        },
        {
          "set-cookie": ["sid=0a1b2c3d4e5f; Path=/secrets; HttpOnly", "theme=dark; Path=/secrets"],
          "x-api-key": "key-0123456789",
        },
      ),
    "GET moved*": (exchange) =>
      exchange.redirect("/secrets/ok-after?access_token=tok-4f9a1c77d2&page=2"),
  },
  script: `await ask(here + "session");
await ask(here + "session-2", { headers: { authorization: "Bearer abc.def.ghi-0123456789", "x-api-key": "key-99887766" } });
await ask(here + "ok?access_token=tok-4f9a1c77d2&page=2&token=&empty=");
await ask(here + "session-json", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ user: "ada", password: "hunter2-hunter2", token: "", otp: 123456, list: [{ api_key: "k-998877" }], big: 12345678901234567890 }) });
await ask(here + "session-form", { method: "POST", body: new URLSearchParams({ user: "ada", password: "hunter2 & more", remember: "on" }) });
await ask(here + "moved");`,
};

export const assets: TrapPage = {
  name: "assets",
  traps: [9],
  about: "What HTML itself asks for: styles, scripts, images, fonts, media, frames, manifest.",
  head: `<link rel="stylesheet" href="/assets/style.css"><script src="/assets/classic.js"></script><script type="module" src="/assets/module.js"></script><script async src="/assets/async.js"></script>`,
  body: `<img src="/assets/picture.svg" alt=""><img src="$CROSS/assets/picture.svg" alt=""><video src="/assets/video.mp4" muted></video><object data="/assets/object.svg"></object><p style="font-family: own">font</p><picture><source srcset="/assets/set.svg 1x"><img alt="" src="/assets/unused.svg"></picture>`,
  routes: {
    "GET style.css": (exchange) =>
      exchange.send(
        200,
        '@import "imported.css"; @font-face { font-family: own; src: url(font.woff2) } body { background: url(background.svg) }',
        { "content-type": "text/css" },
      ),
    "GET imported.css": (exchange) =>
      exchange.send(200, "p { color: green }", { "content-type": "text/css" }),
    "GET classic.js": (exchange) =>
      exchange.send(200, "window.classic = 1;", { "content-type": "text/javascript" }),
    "GET async.js": (exchange) =>
      exchange.send(200, 'import("./dynamic.js");', { "content-type": "text/javascript" }),
    "GET dynamic.js": (exchange) =>
      exchange.send(200, "export const two = 2;", { "content-type": "text/javascript" }),
    "GET module.js": (exchange) =>
      exchange.send(200, 'import { one } from "./part.js"; window.one = one;', {
        "content-type": "text/javascript",
      }),
    "GET part.js": (exchange) =>
      exchange.send(200, "export const one = 1;", { "content-type": "text/javascript" }),
    "GET font.woff2": (exchange) =>
      exchange.send(200, Buffer.from("774f46320001", "hex"), { "content-type": "font/woff2" }),
    "GET video.mp4": (exchange) =>
      exchange.send(200, Buffer.alloc(3000, 7), { "content-type": "video/mp4" }),
    ...Object.fromEntries(
      ["picture.svg", "object.svg", "set.svg", "background.svg"].map((name) => [
        `GET ${name}`,
        picture,
      ]),
    ),
  },
  script: "await wait(500);",
};
