import { describe, expect, test } from "vitest";
import { redactBody, redactText, redactUrl } from "../../dist/redaction/index.js";
import { keyRule } from "../../dist/redaction/keys/secretKey.js";

const SEED = "abandon ability able about above absent absorb abstract absurd abuse access accident";
const TOKEN = "q7Zk2m9XwP4rT8sV";
const UUID = "7b1c3f0e-52b1-4b6c-9d53-0f1d2b3a4c5d";

describe("digits and signs for letters", () => {
  test.each([
    "p4ssword",
    "passw0rd",
    "p@ssw0rd",
    "pa$$word",
    "P4SSW0RD",
    "user_p4ssword",
    "userP4ssword",
    "s3cret",
    "client_s3cr3t",
    "t0ken",
    "pa55phrase",
  ])("%s", (key) => {
    expect(keyRule(key)).toBeDefined();
    expect(redactText(`${key}=correcthorse`)).toMatch(/=\[redacted:\w+\]$/);
  });

  test.each(["t0kenizer", "has_p4ssword", "passw0rd_count", "p455ing", "v5w0rds"])(
    "%s names none",
    (key) => expect(keyRule(key)).toBeUndefined(),
  );
});

test("a value that is written so is no key's name", () => {
  expect(redactText('x ["password", "P4ssw0rd"]')).toBe('x ["password", "[redacted:password]"]');
  expect(redactText("passwords:\n  - Password1\n")).toBe("passwords:\n  - [redacted:password]\n");
  expect(redactText('["password", "api_key"]')).toBe('["password", "api_key"]');
});

describe("the words that open a wallet", () => {
  test.each(["mnemonic", "seed phrase", "Recovery phrase", "Secret recovery phrase", "seed_words"])(
    "%s",
    (name) => {
      const numbered = SEED.split(" ")
        .map((word, index) => `${index + 1}. ${word}`)
        .join(" ");
      for (const value of [SEED, numbered, SEED.replaceAll(" ", ", ")]) {
        expect(redactText(`${name}: ${value}\nnext line`)).toMatch(
          /^[\w ]+: \[redacted:\w+\]\nnext line$/,
        );
      }
      expect(redactBody(JSON.stringify({ [name]: SEED }), "application/json")).toMatchObject({
        text: expect.stringMatching(/:"\[redacted:\w+\]"\}$/),
      });
    },
  );

  test.each([
    "mnemonic: MOV",
    "mnemonic: addps",
    '{"mnemonic":"VFMADD132PD","opcode":"98"}',
    '{"mnemonic":"F"}',
    "Seed phrase: keep it in a safe place and never tell it to anybody at all",
    "seed: 42",
    "recovery phrase: required",
  ])("leaves %s", (text) => expect(redactText(text)).toBe(text));
});

describe("parameters that are credentials by the shape of their value", () => {
  test.each(["ticket", "invite", "invitation", "reset"])("%s", (name) => {
    expect(redactUrl(`https://a.test/x?${name}=${TOKEN}&page=2`)).toMatch(
      new RegExp(`^https://a.test/x\\?${name}=\\[redacted:\\w+\\]&page=2$`),
    );
    expect(redactText(`see https://a.test/x?${name}=${TOKEN}.`)).not.toContain(TOKEN);
    for (const value of [
      "123",
      "INC0012345",
      "INC0012345678901",
      "true",
      "my-long-name-of-2026",
      "",
    ])
      expect(redactUrl(`/x?${name}=${value}`)).toBe(`/x?${name}=${value}`);
  });

  test("a UUID opens an invitation, and is the number of a ticket", () => {
    expect(redactUrl(`/x?invite=${UUID}`)).toBe("/x?invite=[redacted:token]");
    expect(redactUrl(`/x?ticket=${UUID}`)).toBe(`/x?ticket=${UUID}`);
  });
});
