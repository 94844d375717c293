import { describe, expect, test } from "vitest";
import { redactBody, redactText } from "../../dist/redaction/index.js";

const SECRET = "correcthorse";

function asCsv(text: string): string {
  const result = redactBody(text, "text/csv; charset=utf-8");
  return "omitted" in result ? result.omitted : result.text;
}

describe("a column whose heading names a credential", () => {
  test.each([
    "user,password\nbob,@",
    "user,password\r\nbob,@\r\njane,@\r\n",
    'id,"password",note\r\n1,"@","a ""b"" c"\r\n2,@,x\r\n',
    'note,password\n"two\nlines",@\nx,@\n',
    "user;password;page\nbob;@;a\njane;;b\n",
    "user\tpassword\nbob\t@\n",
    "| user | password |\n|------|:--------:|\n| bob  | @ |\n",
    "Export of today\n\nuser,Password,page\nbob,@,a\n\nDone, thanks",
    "名前,パスワード\nbob,@",
    "user,password\nbob,two words @",
  ])("%j", (text) => {
    for (const read of [redactText, asCsv]) {
      const once = read(text.replaceAll("@", SECRET));

      expect(once).toBe(text.replaceAll("two words @", "@").replaceAll("@", "[redacted:password]"));
      expect(read(once)).toBe(once);
    }
  });

  test("one column alone, where the type says that it is a table", () => {
    expect(asCsv(`password\n${SECRET}\n`)).toBe("password\n[redacted:password]\n");
    expect(redactText("Password\nForgot\n")).toBe("Password\nForgot\n");
  });

  test("a pin is a number, a count is none", () => {
    expect(asCsv("user,pin\nbob,4821")).toBe("user,pin\nbob,[redacted:pin]");
    for (const text of ["model,tokens\na,4821\nb,12\n", "test,pass,fail\na,12,0\n"])
      expect(asCsv(text)).toBe(text);
  });
});

describe("leaves tables and lines that hold no secret", () => {
  test.each([
    "user,author,keyword\nbob,Jane,red\n",
    "field,password\nlabel,required\nhint,\nshown,no\n",
    "name,password_policy,password_changed_at\nbob,strict,2026-01-01\n",
    "day,session\n1,monday\n",
    "Enter your user name, password\nand then, press the button\n",
    "Name\tPassword\nbob\tChange it now\n",
    "user,password\nbob,****\njane,••••\n",
    "a, password: b\nc, d\n",
    "import { user, token } from x\nimport { a, b } from y\n",
    "user,password",
    "one, two\nthree, four\n",
  ])("%j", (text) => expect(redactText(text)).toBe(text));
});
