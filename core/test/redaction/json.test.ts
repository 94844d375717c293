import { describe, expect, test } from "vitest";
import { redactBody } from "../../dist/redaction/index.js";

function redact(text: string): string {
  const result = redactBody(text, "application/json");
  return "omitted" in result ? `omitted: ${result.omitted}` : result.text;
}

describe("masks by key, and leaves every other byte", () => {
  test.each([
    ['{"id":7,"password":"x","ok":true}', '{"id":7,"password":"[redacted:password]","ok":true}'],
    [
      '  \r\n\t{ "password" :\t"x" ,\n "n" : 1 }  \n',
      '  \r\n\t{ "password" :\t"[redacted:password]" ,\n "n" : 1 }  \n',
    ],
    [
      '{"n":12345678901234567890,"e":1e400,"z":-0,"f":1.0,"g":1E+2,"token":"x","h":0.1000}',
      '{"n":12345678901234567890,"e":1e400,"z":-0,"f":1.0,"g":1E+2,"token":"[redacted:token]","h":0.1000}',
    ],
    [
      '{"a":"\\/\\u00e9\\ud800","pin":4821,"order":4821}',
      '{"a":"\\/\\u00e9\\ud800","pin":"[redacted:pin]","order":4821}',
    ],
    [
      '{"password":"a","password":"b"}',
      '{"password":"[redacted:password]","password":"[redacted:password]"}',
    ],
    ['{"p\\u0061ssword":"a\\"b\\\\"}', '{"p\\u0061ssword":"[redacted:password]"}'],
    ['{"__proto__":{"password":"x"}}', '{"__proto__":{"password":"[redacted:password]"}}'],
    [
      '{"recovery_codes":["a1","b2"],"n":[1]}',
      '{"recovery_codes":["[redacted:otp]","[redacted:otp]"],"n":[1]}',
    ],
    ['"Bearer abcdef123456abcdef"', '"Bearer [redacted:bearer]"'],
  ])("%s", (input, output) => expect(redact(input)).toBe(output));
});

describe("reads what stands around a value", () => {
  test.each([
    ['[{"name":"password","value":"x"}]', '[{"name":"password","value":"[redacted:password]"}]'],
    ['[{"value":"x","name":"api_key"}]', '[{"value":"[redacted:api_key]","name":"api_key"}]'],
    [
      '{"h":[["Authorization","x y"],["Accept","z"]]}',
      '{"h":[["Authorization","[redacted:authorization]"],["Accept","z"]]}',
    ],
    [
      '[{"op":"add","path":"/a/password","value":"x"}]',
      '[{"op":"add","path":"/a/password","value":"[redacted:password]"}]',
    ],
    [
      '{"credentials":{"user":"bob","x":"y"}}',
      '{"credentials":{"user":"bob","x":"[redacted:credential]"}}',
    ],
    ['{"session":{"id":"a1b2c3d4"}}', '{"session":{"id":"[redacted:session]"}}'],
    ['{"session":{"id":12345678}}', '{"session":{"id":"[redacted:session]"}}'],
    [
      '{"grant_type":"authorization_code","code":"a1b2c3"}',
      '{"grant_type":"authorization_code","code":"[redacted:oauth_code]"}',
    ],
  ])("%s", (input, output) => expect(redact(input)).toBe(output));
});

describe("reads all that lies below a credential's name, and keeps its keys and shape", () => {
  const rule = "[redacted:password]";
  test.each([
    ['{"password":{"value":"@","hint":["@"]}}', '"@"'],
    ['{"password":{"hint":"@","length":5,"value":"@"}}', '"@"'],
    ['{"password":{"from":"@","to":"@","changed_at":"2026-01-01"}}', '"@"'],
    ['{"password":{"details":{"plain":["@",{"x":"@"}]}},"n":[1]}', '"@"'],
    ['{"password":[["@"],{"a":"@","ok":true,"none":null,"empty":""}]}', '"@"'],
    ['{"password":{"params":["@"],"error":"Too short","minLength":8}}', '"@"'],
    ['{"user":{"password":{"digits":[@,@],"a":{"b":@},"digits_min":2}}}', "@"],
  ])("%s", (text, place) => {
    const secret = place === "@" ? "4821" : '"w0rse"';

    const once = redact(text.replaceAll(place, secret));

    expect(once).toBe(text.replaceAll(place, `"${rule}"`));
    expect(redact(once)).toBe(once);
  });

  test("a sentence below it may still be one", () => {
    for (const text of ["correct horse battery", "this is my secret", "is it"])
      expect(redact(`{"password":["${text}"]}`)).toBe(`{"password":["${rule}"]}`);
    expect(redact('{"passwords":["must be longer"]}')).toBe(`{"passwords":["${rule}"]}`);
    expect(redact('{"password":"must be longer"}')).toBe(`{"password":"${rule}"}`);
  });
});

describe("reads JSON, URLs, forms and text inside strings", () => {
  test.each([
    [
      '{"a":"{\\"b\\":\\"{\\\\\\"pin\\\\\\":4821, \\\\\\"c\\\\\\":1}\\"}"}',
      '{"a":"{\\"b\\":\\"{\\\\\\"pin\\\\\\":\\\\\\"[redacted:pin]\\\\\\", \\\\\\"c\\\\\\":1}\\"}"}',
    ],
    [
      '{"u":"https:\\/\\/a.test\\/?token=x1&y=2"}',
      '{"u":"https:\\/\\/a.test\\/?token=[redacted:token]&y=2"}',
    ],
    ['{"b":"user=bob&password=x1"}', '{"b":"user=bob&password=[redacted:password]"}'],
    [
      '{"query":"mutation{login(password:\\"x1\\"){id}}"}',
      '{"query":"mutation{login(password:\\"[redacted:password]\\"){id}}"}',
    ],
  ])("%s", (input, output) => expect(redact(input)).toBe(output));
});

describe("reads JSON in what carries it", () => {
  test.each([
    '\ufeff{"token":"x1"}',
    ')]}\'\n{"token":"x1"}',
    'while(1);{"token":"x1"}',
    'for(;;);{"token":"x1"}',
    'callback({"token":"x1"});',
    '{"a":1}\n{"token":"x1"}\n',
  ])("%j", (input) => expect(redact(input)).toBe(input.replace("x1", "[redacted:token]")));
});

describe("keeps what is no secret", () => {
  test.each([
    '{"password":null,"token":"","secret":false,"pin":true}',
    '{"tokens":42,"usage":{"total_tokens":17}}',
    '{"errors":{"password":["is too short (minimum is 8 characters)"]}}',
    '{"errors":{"password":{"message":"is too short","code":"min","kind":"too_short"}}}',
    '{"errors":{"password":["too_short","invalid"],"pin":[{"code":1001}]}}',
    '{"password":["This field is required."],"pin":["Must be 4 digits"]}',
    '{"password":[{"message":"Too short","code":"password_too_short"}]}',
    '{"password":{"label":"Password","hint":"At least 8 characters","type":"password"}}',
    '{"password":{"minLength":8,"digits":1,"required":true,"changed":false}}',
    '{"login":{"password":{"label":"Password","forgot":"Forgot?","reset":"Reset"}}}',
    '{"login.password.hint":"Rex","auth.password.info":"Choose well"}',
    '{"credentials":{"username":"bob","email":"b@a.test","roles":["admin"]}}',
    '{"token":{"user":{"id":7,"city":"Oslo"},"expires_in":3600,"token_type":"bearer"}}',
    '{"properties":{"password":{"type":"string","minLength":8}}}',
    '["password","email"]',
    '{"label":"Password","placeholder":"Enter your password"}',
    '{"message":"Invalid token","code":"token_expired"}',
    '{"id":"1379505554728411138","etag":"W/\\"686897696a7c876b7e\\""}',
    '{"query":"query($password: String!){ login(password: $password) { token } }"}',
    '{"html":"<input type=\\"password\\" name=\\"password\\">"}',
    '{"auth":{"type":"oauth2","enabled":true},"pass":12,"fail":0}',
  ])("%s", (input) => expect(redact(input)).toBe(input));
});

describe("drops a body that is no JSON", () => {
  test.each([
    "{'a':1}",
    '{"a":NaN}',
    '{"a":01}',
    '{"a":1,}',
    "[1,]",
    '{"a":1} x',
    '{"a":1',
    '{"a":"x',
    "{a:1}",
    '/* c */{"a":1}',
    '{"a":1}// c',
    '{"a":.5}',
    '{"a":1.}',
    '{"a":+1}',
    '{"a":"\n"}',
    '{"a":"\\x41"}',
    '{"a":"\\u12"}',
    "[1 2]",
    '{"a":tru}',
    '{"a":1}{"b":2}',
    '{"a"}',
    "]",
  ])("%j", (input) => expect(redact(input)).toBe("omitted: unparsed_json"));
});

test("takes a depth of 10,000 without recursion, and drops what is one deeper", () => {
  const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  expect(redact(nested(10_000))).toBe(nested(10_000));
  expect(redact(nested(10_001))).toBe("omitted: unparsed_json");
  expect(redact(nested(1_000_000))).toBe("omitted: unparsed_json");
});
