import { describe, expect, test } from "vitest";
import { redactBody, redactText } from "../../dist/redaction/index.js";

const SECRET = "correct-h0rse";
const MASK = "[redacted:password]";

describe("what YAML writes below a credential's key", () => {
  test.each([
    "password: |\n  @\nuser: bob\n",
    "a:\n  db_password: >-\n    @\n  user: bob",
    "- password: |2+\n    @\n  user: bob",
    '"password": | # of the store\n  @\nuser: bob',
    "password: !!str >\n\n  @\n\nuser: bob",
    "password: |\r\n  @\r\nuser: bob\r\n",
    "passwords:\n  - @\n  - '@'\n  - \"@\"\nuser: bob",
    "passwords:\n- @\n- @ # old\nuser: bob",
    "password:\n  @\nuser: bob",
    "password:\n  '@'\nuser: bob",
    "password: |\n  @",
  ])("%j", (text) => {
    const masked = text.replaceAll("@", MASK);

    expect(redactText(text.replaceAll("@", SECRET))).toBe(masked);
    expect(redactBody(text.replaceAll("@", SECRET), "application/yaml")).toMatchObject({
      text: masked,
    });
    expect(redactText(masked)).toBe(masked);
  });

  test("all lines of a block are one value, with blanks in them and without a digit", () => {
    expect(redactText("passphrase: >\n  correct horse\n\n  battery staple\nuser: bob")).toBe(
      `passphrase: >\n  ${MASK}\nuser: bob`,
    );
    expect(redactText("private_key: |\n   a\n    b\n  c\nd: e")).toBe(
      "private_key: |\n   [redacted:private_key]\nd: e",
    );
  });
});

describe("leaves what is no secret", () => {
  test.each([
    "Password:\n- at least 8 characters\n- one digit",
    "password: |\nuser: bob",
    "description: |\n  how to log in\nuser: bob",
    "secrets:\n  - db_password\n  - api_token\nservices: 1",
    "imagePullSecrets:\n  - name: regcred\n",
    "passwords:\n  - null\n  - ''\n  - $PASSWORD\n",
    "tokens:\n  - id\n  - access\n",
    "tokens:\n  - 12\n  - 40\n",
    "password_policy: |\n  8 characters\n",
    "Password:\n    Forgot it?\nSign in",
    "Password:\n    <input>\nSign in",
    "password:\n  min_length: 8\n  hash: bcrypt\n",
    "session:\n  - monday\n  - tuesday\n",
  ])("%j", (text) => expect(redactText(text)).toBe(text));
});
