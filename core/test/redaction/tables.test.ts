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

describe("a table in JSON", () => {
  test.each([
    '{"columns":["id","password"],"rows":[[1,"@"],[2,"@"]],"n":"a"}',
    '{"rows":[[1,"@"]],"columns":["id","password"]}',
    '{"fields":["id","password"],"values":[[1,"@"],[2,null]]}',
    '{"fields":["user","password"],"values":["bob","@"]}',
    '[["id","password"],[1,"@"],[2]]',
    '[["id","user","password","page"],[1,"bob","@","a"],[2,"jane"]]',
    '{"values":[["user","password"],["bob","@"]],"range":"A1:B2"}',
    '["id","password"]\n[1,"@"]\n[2,"@"]\n',
    '{"columns":[{"name":"id","type":"int"},{"name":"password"}],"data":[[1,"@"]]}',
    '{"Columns":[{"ColumnName":"password"}],"Rows":[["@"]]}',
    '{"schema":{"fields":[{"name":"id"},{"name":"password"}]},"rows":[{"f":[{"v":1},{"v":"@"}]}]}',
    '{"cols":[{"id":"a","label":"Password"}],"rows":[{"c":[{"v":"@","f":"@"}]}]}',
    '{"meta":[{"name":"id"},{"name":"password"}],"data":[["1","@"]],"rows":1}',
    '{"header":["user","p\\u0061ssword"],"rows":[["bob",["@",{"a":"@"}]]]}',
    '{"series":[{"columns":["time","password"],"values":[["2026-01-01","@"]]}]}',
  ])("%s", (text) => {
    const once = asJson(text.replaceAll("@", SECRET));

    expect(once).toBe(text.replaceAll("@", "[redacted:password]"));
    expect(asJson(once)).toBe(once);
    const inString = JSON.stringify({ a: text.replaceAll("@", SECRET) });
    expect(asJson(inString)).toBe(JSON.stringify({ a: once }));
  });

  test("a pin is a number, a count is none", () => {
    expect(asJson('{"columns":["id","pin"],"rows":[[4821,4821]]}')).toBe(
      '{"columns":["id","pin"],"rows":[[4821,"[redacted:pin]"]]}',
    );
    for (const text of [
      '{"columns":["model","tokens"],"rows":[["a",4821]]}',
      '[["test","pass","fail"],["a",12,0]]',
      '{"fields":["password","email"],"values":[12,40]}',
    ])
      expect(asJson(text)).toBe(text);
  });

  test.each([
    '{"columns":["id","author"],"rows":[[1,"Jane"]]}',
    '{"columns":["id","password"],"rows":[[1,null],[2,"****"],[3,""]]}',
    '{"columns":["id","password"],"rows":[[1,"a","b"]],"total":[1]}',
    '{"columns":["id","password_changed_at"],"rows":[[1,"2026-01-01"]]}',
    '{"required":["user","password"],"examples":[["bob","shown"]]}',
    '{"fields":["user","password"],"messages":["Enter a name","Enter it"]}',
    '{"labels":["Password","Google"],"datasets":[{"label":"Logins","data":[12,40]}]}',
    '[["email","E-mail"],["token","Token"]]',
    '[["oauth","Token"],["basic","Two words"]]',
    '[["user","password"],{"a":"b"}]',
    '[["page","next_page_token"],["a","b"]]',
    '{"fields":[{"name":"password","type":"password"},{"name":"id"}],"rows":[]}',
  ])("none: %s", (text) => expect(asJson(text)).toBe(text));
});

function asJson(text: string): string {
  const result = redactBody(text, "application/json");
  return "omitted" in result ? result.omitted : result.text;
}

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
