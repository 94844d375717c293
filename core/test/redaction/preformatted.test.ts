import { describe, expect, test } from "vitest";
import { redactBody, redactText } from "../../dist/redaction/index.js";

const SECRET = "correct-h0rse";
const MASK = "[redacted:password]";

function asHtml(text: string): string {
  const result = redactBody(text, "text/html; charset=utf-8");
  return "omitted" in result ? result.omitted : result.text;
}

function inJson(text: string): string {
  const result = redactBody(JSON.stringify({ html: text }), "application/json");
  return "omitted" in result ? result.omitted : JSON.parse(result.text).html;
}

const TEXTS = [
  "user,password\nbob,@",
  "\nuser,password\nbob,@\njane,@\n",
  "user;password;page\nbob;@;a",
  'note,"password"\n"two\nlines",@',
  "password: |\n  @",
  "\nuser: bob\npassword: |\n  @\npage: a\n",
  "passwords:\n  - @\n  - '@'",
  "password:\n  @",
];

describe("CSV and YAML in the elements that keep their lines", () => {
  test.each(TEXTS)("%j", (text) => {
    for (const [open, close] of [
      ["<pre>", "</pre>"],
      ['<div><pre class="a">', "</pre></div>"],
      ['<textarea name="notes" rows="4">', "</textarea><p>a</p>"],
      ["<PRE><code>", "</code></PRE>\nuser,page\nbob,a\n"],
      ['<p>a, b</p>\n<pre id=x data-a="b">', "</pre>\n<p>c, d</p>\n"],
      ["<pre>", ""],
    ] as const) {
      for (const read of [redactText, asHtml, inJson]) {
        const once = read(open + text.replaceAll("@", SECRET) + close);

        expect(once).toBe(open + text.replaceAll("@", MASK) + close);
        expect(read(once)).toBe(once);
      }
    }
  });

  test.each([
    "<pre><span>user,password</span>\n<span>bob,@</span>\n</pre>",
    "<pre>user,password<br>bob,@<br/>jane,@</pre>",
    "<pre><div>user,password</div><div>bob,@</div></pre>",
    '<pre><span class="k">password</span>: <span class="s">@</span>\n</pre>',
    '<code>{<b>"password"</b>: <i>"@"</i>}</code>',
    "<pre><i>password</i>: |\n  <i>@</i>\n</pre>",
    "<pre>{&quot;password&quot;: &quot;@&quot;}</pre>",
  ])("whatever highlighting cuts them into: %s", (text) => {
    expect(asHtml(text.replaceAll("@", SECRET))).toBe(text.replaceAll("@", MASK));
  });

  test.each(["<div>password: |\n  @</div>", '<note a="b">passwords:\n  - @</note>\n<p>a</p>'])(
    "YAML ends with the element around it: %j",
    (text) => {
      expect(asHtml(text.replaceAll("@", SECRET))).toBe(text.replaceAll("@", MASK));
    },
  );
});

describe("leaves preformatted text that holds no secret", () => {
  test.each([
    "<pre>user,author\nbob,Jane</pre>",
    "<pre>field,password\nlabel,required\nshown,no\n</pre>",
    "<pre><span>const</span> token = <b>getToken</b>();\nlogin(token, password);\n</pre>",
    "<pre>password: |\nuser: bob\n</pre>",
    "<pre>Password:\n- at least 8 characters\n</pre>",
    "<p>Use <code>password</code>, <code>token</code>.</p>\n<p>a, b.</p>",
    '<textarea name="password" placeholder="user and\npassword"></textarea>',
    "<pre>user,password</pre>\n<pre>bob,shown</pre>",
    "<code>secrets:</code>\n<ul>\n<li>- a\n</ul>",
  ])("%j", (text) => {
    for (const read of [redactText, asHtml, inJson]) expect(read(text)).toBe(text);
  });
});
