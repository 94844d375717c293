import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type KeptRequest, requestAs } from "../dist/http/requestAs.js";
import "../dist/redaction/index.js";

const HOSTILE = [
  "plain",
  "it's \"quoted\" `id` $(id) $HOME $\u007bHOME} \\ \\' ; & | > < * ? ! # ~ %",
  "two\nlines\r\nand a tab\t",
  "\u001b]0;title\u0007 \u202e reversed \u2028 🦊\ufe0f ü \u3164",
  "</script><script>alert(1)</script>",
  "@/etc/passwd",
  "--output=/tmp/x",
  "'$'\\x41'",
];

const BASE: KeptRequest = {
  method: "GET",
  url: "http://app.test/a?b=1",
  headers: {},
  body: undefined,
};

/** The arguments that a shell makes of a command. */
function argumentsOf(command: string, variables: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", ...variables };
  return execFileSync("bash", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

/** What a script asks for. */
async function asked(
  script: string,
): Promise<[string, { headers?: Record<string, string>; body?: string }]> {
  const calls: [string, object][] = [];
  const run = new Function("fetch", `return (async () => {${script}})()`) as (
    fetch: (url: string, options: object) => void,
  ) => Promise<void>;
  await run((url, options) => calls.push([url, options]));
  expect(calls).toHaveLength(1);
  return calls[0] as never;
}

describe("a request as a command", () => {
  test.each(HOSTILE)("gives the shell %j as one argument, unchanged", (text) => {
    const headers = /[\r\n]/.test(text) ? {} : { "x-a": text };
    const request = {
      ...BASE,
      url: `http://app.test/${text}`,
      headers,
      method: "POST",
      body: text,
    };
    const args = argumentsOf(requestAs("curl", request).text);
    expect(args[args.indexOf("--url") + 1]).toBe(request.url);
    expect(args[args.indexOf("--data-raw") + 1]).toBe(text);
    if ("x-a" in headers) expect(args[args.indexOf("--header") + 1]).toBe(`x-a: ${text}`);
  });

  test("needs no more than a POSIX shell for what people type", () => {
    const body = '{\n  "a": "it\'s"\n}';
    const { text } = requestAs("curl", { ...BASE, method: "POST", body });

    expect(text).toContain(`--data-raw '{\n  "a": "it'\\''s"\n}'`);
    expect(requestAs("curl", { ...BASE, body: "a\r\nb" }).text).toContain("$'a\\U0000000d\nb'");
  });

  test("shows a terminal no control character", () => {
    for (const text of HOSTILE) {
      const written = requestAs("curl", { ...BASE, body: text }).text.replaceAll("\n", "");
      expect(written).not.toMatch(/\p{C}/u);
    }
  });

  test("takes what was redacted from variables", () => {
    const headers = { authorization: "Bearer [redacted:authorization]" };
    const body = '{"password":"[redacted:password]"}';
    const { text, placeholders } = requestAs("curl", { ...BASE, method: "PUT", headers, body });
    expect(placeholders).toEqual(["BSK_AUTHORIZATION", "BSK_PASSWORD"]);
    const args = argumentsOf(text, { BSK_AUTHORIZATION: "a'b", BSK_PASSWORD: "$(id)" });
    expect(args).toContain("authorization: Bearer a'b");
    expect(args).toContain('{"password":"$(id)"}');
    expect(args.slice(args.indexOf("--request"))[1]).toBe("PUT");
  });

  test("has no argument for what it cannot hold", () => {
    for (const body of [null, "a\0b"]) {
      expect(requestAs("curl", { ...BASE, body }).placeholders).toEqual(["BSK_BODY"]);
    }
    const { left_out: left } = requestAs("curl", {
      ...BASE,
      headers: { "a b": "x", host: "h", ok: "1\n2" },
    });
    expect(left).toEqual(["a b", "host", "ok"]);
  });
});

describe("a request as a script", () => {
  test.each(HOSTILE)("asks with %j, unchanged", async (text) => {
    const request = {
      ...BASE,
      method: "POST",
      headers: { "x-a": text.replace(/[\r\n]/g, "") },
      body: text,
    };
    const { text: script } = requestAs("fetch", { ...request, url: `http://app.test/${text}` });
    expect(script).not.toContain("</script");
    const [url, options] = await asked(script);
    expect(url).toBe(`http://app.test/${text}`);
    expect(options).toMatchObject({ method: "POST", headers: request.headers, body: text });
  });

  test("names what was redacted, and leaves out what a page cannot set", async () => {
    const headers = { cookie: "a=[redacted:cookie]", "sec-fetch-mode": "cors", accept: "*/*" };
    const written = requestAs("fetch", { ...BASE, headers, body: "pin=[redacted:pin]" });
    expect(written).toMatchObject({
      placeholders: ["BSK_PIN"],
      left_out: ["cookie", "sec-fetch-mode"],
    });
    const [, options] = await asked(written.text);
    expect(options).toMatchObject({
      credentials: "include",
      body: "pin=",
      headers: { accept: "*/*" },
    });
  });
});

describe("a request as raw HTTP", () => {
  test("has its length, and one line a header", () => {
    const headers = { accept: "*/*", bad: "1\r\nx-injected: 1", "content-length": "9" };
    const { text } = requestAs("http", { ...BASE, method: "POST", headers, body: "grün" });
    expect(text).toBe(
      "POST /a?b=1 HTTP/1.1\nhost: app.test\naccept: */*\ncontent-length: 5\n\ngrün",
    );
  });

  test("cannot be given a line by its URL or its method", () => {
    const url = "http://app.test/a b\r\nx-injected: 1#part";
    const { text } = requestAs("http", { ...BASE, method: "GET / HTTP/1.1\r\nx: 1", url });
    expect(text).toBe("GET /a%20b%0D%0Ax-injected:%201 HTTP/1.1\nhost: app.test\n\n");
  });

  test("has no length where something is to be filled in", () => {
    const { text } = requestAs("http", { ...BASE, body: "pin=[redacted:pin]" });
    expect(text).toMatch(/\n\npin={{BSK_PIN}}$/);
    expect(text).not.toContain("content-length");
  });
});
