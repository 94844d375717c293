import { describe, expect, test } from "vitest";
import { redactUrl } from "../../dist/redaction/index.js";

describe("masks in every part of a URL", () => {
  test.each([
    ["https://a.test/p?x=1&token=s1&y=2", "https://a.test/p?x=1&token=[redacted:token]&y=2"],
    ["https://a.test/p?x=1;token=s1;y=2", "https://a.test/p?x=1;token=[redacted:token];y=2"],
    [
      "https://a.test/cb#access_token=s1&expires_in=3600",
      "https://a.test/cb#access_token=[redacted:token]&expires_in=3600",
    ],
    ["https://a.test/#/route?token=s1", "https://a.test/#/route?token=[redacted:token]"],
    ["https://bob:s1@a.test/", "https://bob:[redacted:userinfo]@a.test/"],
    ["redis://:s1@h:6379/0", "redis://:[redacted:userinfo]@h:6379/0"],
    ["/x;jsessionid=s1s1s1?a=1", "/x;jsessionid=[redacted:session]?a=1"],
    ["/x?user%5Bpassword%5D=s1", "/x?user%5Bpassword%5D=[redacted:password]"],
    [
      "/x?n=https%3A%2F%2Fb.test%2F%3Ftoken%3Ds1%26y%3D2",
      "/x?n=https%3A%2F%2Fb.test%2F%3Ftoken%3D[redacted:token]%26y%3D2",
    ],
    [
      "/x?f=%7B%22pin%22%3A4821%2C%22a%22%3A1%7D",
      "/x?f=%7B%22pin%22%3A%22[redacted:pin]%22%2C%22a%22%3A1%7D",
    ],
    ["blob:https://a.test/1?token=s1", "blob:https://a.test/1?token=[redacted:token]"],
    [
      "jdbc:sqlserver://h:1433;user=a;password=s1;",
      "jdbc:sqlserver://h:1433;user=a;password=[redacted:password];",
    ],
    [
      "https://a.test/oauth/cb?code=s1s1s1&state=x",
      "https://a.test/oauth/cb?code=[redacted:oauth_code]&state=x",
    ],
    ["https://cas.test/?ticket=ST-1-s1", "https://cas.test/?ticket=[redacted:ticket]"],
    [
      "https://api.telegram.org/bot12345678:AAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x",
      "https://api.telegram.org/bot[redacted:webhook]/x",
    ],
  ])("%s", (input, output) => {
    expect(redactUrl(input)).toBe(output);
    expect(redactUrl(output)).toBe(output);
  });
});

test("never keeps a data: URL's payload", () => {
  const once = redactUrl("data:image/png;base64,aGVsbG8=");

  expect(once).toBe("data:image/png;base64,[8 chars]");
  expect(redactUrl(once)).toBe(once);
});

describe("leaves what is no secret", () => {
  test.each([
    "https://a.test/?country_code=NO&zip_code=0150&code=E12&max_tokens=9&author=x",
    "https://a.test/password/forgot?lang=en",
    "https://a.test/auth/login?redirect=%2Fhome",
    "https://a.test/?hotkey=ctrl%2Bs&keyword=red&sort_key=name",
    "https://a.test/commit/4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "https://a.test/?a=&b&=c&&d=1",
    "https://a.test/?page_token=CAUQAA",
    "https://user@host.test/path",
    "http://host:8080/@x",
    "https://a.test/?token=&x=%ZZ%",
    "about:blank",
  ])("%s", (input) => expect(redactUrl(input)).toBe(input));
});
