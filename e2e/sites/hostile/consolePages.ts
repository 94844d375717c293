import { scriptValue } from "../page.js";
import type { Routes } from "../startSite.js";
import { casePage } from "./casePage.js";
import { HOSTILE_TEXT } from "./hostileText.js";

/** Length of the string that `/console` logs. */
export const LONG_LOG_CHARACTERS: number = 1024 * 1024;

/** Console calls and errors that are hard to describe. */
export const consoleRoutes: Routes = {
  "GET /console": (exchange) => exchange.html(consolePage()),
  "GET /errors": (exchange) => exchange.html(errorsPage()),
};

function consolePage(): string {
  return casePage({
    title: "Hostile console",
    about: "Logs hostile text, 1 MiB, circular, lying and throwing objects, and every method.",
    run: `for (const text of ${scriptValue(Object.values(HOSTILE_TEXT))}) console.log(text);
console.log("x".repeat(${LONG_LOG_CHARACTERS - 3}) + "end");
const circular = { name: "circular" };
circular.self = circular;
console.log("circular", circular, [circular]);
console.log(JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
console.log({ get boom() { throw new Error("getter ran"); } });
console.log(new Proxy({}, { get() { console.warn("trap ran"); }, ownKeys() { throw 1; } }));
console.log({ toString() { throw new Error("toString ran"); }, toJSON() { throw 2; } });
console.log("%c styled %s %d %o", "color: red; background: url(/api/echo?css)", "s", 7, {});
console.log(document.body, new Map([["k", circular]]), new Set([1]), Symbol("s"), 1n, -0, NaN);
console.log(null, undefined, () => 1, new Date(0), /x/g, new Uint8Array(4), new WeakMap());
console.log();
console.table([{ a: 1, ["__proto__"]: 2 }]);
console.group("group"); console.groupEnd();
console.count(); console.assert(false, "asserted"); console.trace("traced"); console.dir({});
console.time("timer"); console.timeEnd("timer");
console.error(new Error("outer", { cause: new TypeError("inner") }));
for (let i = 0; i < 500; i++) console.debug("noise");
console.error("after the noise");
show("logged");`,
  });
}

function errorsPage(): string {
  return casePage({
    title: "Hostile errors",
    about: "Uncaught errors and rejections with hostile messages, stacks and values.",
    run: `const later = (task) => setTimeout(task, 0);
later(() => { throw new Error(${scriptValue(HOSTILE_TEXT.markup)}); });
later(() => { throw ${scriptValue(HOSTILE_TEXT.escape)}; });
later(() => { throw null; });
later(() => {
  const error = new Error("lying stack");
  error.stack = "Error: lying\\n    at secret (file:///etc/passwd:1:1)\\n".repeat(2000);
  throw error;
});
later(() => { throw Object.defineProperty({}, "message", { get() { throw 1; } }); });
later(() => { (function recurse() { recurse(); })(); });
Promise.reject({ code: 7, ["__proto__"]: "rejected" });
Promise.reject();
await new Promise((resolve) => setTimeout(resolve, 100));
show("thrown");`,
  });
}
