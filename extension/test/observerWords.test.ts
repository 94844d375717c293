import { describe, expect, it } from "vitest";
import { isSecretLabel, isSecretName } from "../dist/tsc/observer/secretWords.js";

describe("a field is a secret one", () => {
  it.each(
    "password user[password] pwd newPassword client_secret apiKey api_token otp cvv pin ssn card-number ccnum csrf_token sessionId user_pass pw".split(
      " ",
    ),
  )("by the name %s", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(
    "displayName q keyword tokenizer author authorName max_tokens token_count passwordHint passenger passport compass spinner keyboard cardinal".split(
      " ",
    ),
  )("not by the name %s", (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it("by a label that asks for one, not by a question about it", () => {
    expect(isSecretLabel("Enter your password *")).toBe(true);
    expect(isSecretLabel("Password (max. 20 characters)")).toBe(true);
    expect(isSecretLabel("Card number")).toBe(true);
    expect(isSecretLabel("Forgot your password?")).toBe(false);
    expect(isSecretLabel("Display name")).toBe(false);
  });
});
