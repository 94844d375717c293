import { describe, expect, test } from "vitest";
import { redactText } from "../../dist/redaction/index.js";

const SECRET = "S3cretS3cretS3cret";

describe("masks what is assigned to a credential's name", () => {
  test.each([
    `password=${SECRET}`,
    `password: ${SECRET}`,
    `PASSWORD := ${SECRET}`,
    `:password => "${SECRET}"`,
    `"password":"${SECRET}"`,
    `{\\"password\\":\\"${SECRET}\\"}`,
    `&quot;password&quot;:&quot;${SECRET}&quot;`,
    `--password ${SECRET}`,
    `--api-key=${SECRET}`,
    `export API_TOKEN=${SECRET}`,
    `  api_key: ${SECRET}  # x`,
    `API key: ${SECRET}`,
    `密码：${SECRET}`,
    `token%3D${SECRET}`,
    `password=ab)${SECRET}`,
    `password=a,${SECRET}`,
    `user=bob,password=${SECRET},host=x`,
    `login(password: """${SECRET}""")`,
    `const token: string = "${SECRET}"`,
    `localStorage.setItem("token","${SECRET}")`,
    `curl -u bob:${SECRET} x`,
    `document.cookie = "sid=${SECRET}; path=/"`,
    `Set-Cookie: sid=${SECRET}; Path=/`,
    `curl -H 'Authorization: Bearer ${SECRET}' x`,
    `Authorization Bearer ${SECRET}`,
    `bad token ${SECRET}`,
    `the password is ${SECRET}`,
    `Password=${SECRET};`,
    `AccountKey=${SECRET}==;x=y`,
    `postgres://app:${SECRET}@db:5432/x`,
    `<input type="password" value="${SECRET}">`,
    `<a:Password>${SECRET}</a:Password>`,
    `<meta name="csrf-token" content="${SECRET}">`,
    `<add key="ApiKey" value="${SECRET}"/>`,
  ])("%s", (input) => {
    const output = redactText(input);

    expect(output).not.toContain(SECRET);
    expect(output).toContain("[redacted:");
    expect(redactText(output)).toBe(output);
  });
});

describe("masks the formats that a prefix makes certain", () => {
  const hex = "0123456789abcdef0123456789abcdef";
  const word = "abcdefghijKLMNOPQRST0123456789uvwxyz";
  test.each([
    `eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.`,
    `AKIA${"A".repeat(16)}`,
    `ghp_${word}`,
    `github_pat_${word}${word}${word}`,
    `glpat-${word.slice(0, 20)}`,
    `xoxb-1234567890-${word}`,
    `sk_live_${word}`,
    `AIza${word.slice(0, 35)}`,
    `ya29.${word}`,
    `sk-proj-${word}`,
    `sk-ant-api03-${word}`,
    `npm_${word}`,
    `pypi-AgEI${word}`,
    `shpat_${hex}`,
    `dop_v1_${hex}${hex}`,
    `hf_${word.slice(0, 34)}`,
    `SG.${word.slice(0, 22)}.${word}${word.slice(0, 7)}`,
    `hvs.${word}${word}${word}`,
    `lin_api_${word}abcd`,
    `glsa_${hex}_0123abcd`,
    `PMAK-${hex.slice(0, 24)}-${hex}ab`,
    `AGE-SECRET-KEY-1${"A".repeat(58)}`,
    `dapi${hex}`,
    `SK${hex}`,
    `123456789:AA${word.slice(0, 33)}`,
  ])("%s", (token) => expect(redactText(`use ${token} now`)).toMatch(/^use \[redacted:\w+\] now$/));
});

test("masks private keys, cut off or not, and leaves certificates", () => {
  const key = (label: string) => `-----BEGIN ${label}-----\nMIIabc\n-----END ${label}-----`;

  expect(redactText(`a ${key("RSA PRIVATE KEY")} b`)).toBe(
    "a -----BEGIN RSA PRIVATE KEY-----[redacted:pem]-----END RSA PRIVATE KEY----- b",
  );
  expect(redactText("-----BEGIN PRIVATE KEY-----\nMIIabc")).toBe(
    "-----BEGIN PRIVATE KEY-----[redacted:pem]",
  );
  expect(redactText(key("CERTIFICATE"))).toBe(key("CERTIFICATE"));
});

test("masks card numbers by brand, length and Luhn", () => {
  expect(redactText("paid 4111 1111 1111 1111 and 3782-822463-10005.")).toBe(
    "paid [redacted:card] and [redacted:card].",
  );
  for (const text of [
    "4111 1111 1111 1112",
    "IMEI 490154203237518",
    "ts=1700000000000000000",
    "a4111111111111111",
    "0.4111111111111111",
  ]) {
    expect(redactText(text)).toBe(text);
  }
});

test("keeps the place behind a URL in a stack", () => {
  expect(redactText("at f (https://a.test/x.js?token=s1:10:5)")).toBe(
    "at f (https://a.test/x.js?token=[redacted:token]:10:5)",
  );
});

describe("leaves prose, code and ids", () => {
  test.each([
    "Password: required",
    "password is too short",
    "bearer of bad news",
    "Basic training for beginners",
    "author: Jane Doe",
    "Invalid token",
    "Token: missing",
    "Session started 7b1c3f0e-52b1-4b6c-9d53-0f1d2b3a4c5d",
    "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8=",
    "ISBN 978-0-306-40615-7",
    "call 1-800-555-0199",
    "const token = await fetchToken(user);",
    "password: form.password,",
    "mutation($password: String!) { login(password: $password) { token } }",
    "tokens: 42",
    "cookies: enabled",
    '<input type="password" name="password" placeholder="Password">',
    'credentials: "same-origin"',
    "Secret Santa: Bob",
    "10:30:45.123 INFO started",
    "password reset email sent to bob@a.test",
    'suggested: "current-password"',
    "Password: ********",
  ])("%s", (text) => expect(redactText(text)).toBe(text));
});

test("no comment in a text switches redaction off", () => {
  expect(redactText("/* redact:off */ // gitleaks:allow\npassword=hunter2x")).toContain(
    "[redacted:password]",
  );
});
