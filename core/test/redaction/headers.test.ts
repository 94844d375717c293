import { describe, expect, test } from "vitest";
import { redactHeader } from "../../dist/redaction/index.js";

describe("keeps the half that is not secret", () => {
  test.each([
    ["Authorization", "Bearer s1", "Bearer [redacted:authorization]"],
    ["Authorization", "s1", "[redacted:authorization]"],
    ["authorization", "my own words", "[redacted:authorization]"],
    ["Cookie", 'a=s1; __Host-b="s2=="; c=', "a=[redacted:cookie]; __Host-b=[redacted:cookie]; c="],
    [
      "Set-Cookie",
      "a=s1; Path=/; HttpOnly\nb=s2; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
      "a=[redacted:cookie]; Path=/; HttpOnly\nb=[redacted:cookie]; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
    ],
    [
      "set-cookie",
      "a=s1; Path=/, b=s2; Secure",
      "a=[redacted:cookie]; Path=/, b=[redacted:cookie]; Secure",
    ],
    [
      "Location",
      "/home#access_token=s1&expires_in=1",
      "/home#access_token=[redacted:token]&expires_in=1",
    ],
    [
      "Refresh",
      "0; url=https://a.test/?session=s1s1s1",
      "0; url=https://a.test/?session=[redacted:session]",
    ],
    [
      "Link",
      '<https://a.test/?token=s1>; rel="next"',
      '<https://a.test/?token=[redacted:token]>; rel="next"',
    ],
    [
      "X-Debug",
      "Authorization: Bearer s1s1s1s1s1",
      "Authorization: Bearer [redacted:authorization]",
    ],
    ["Sec-WebSocket-Protocol", "mqtt, bearer, s1", "mqtt, bearer, [redacted:subprotocol]"],
  ])("%s: %s", (name, value, output) => {
    expect(redactHeader(name, value)).toBe(output);
    expect(redactHeader(name, output)).toBe(output);
  });
});

describe("masks the whole value of a credential header", () => {
  test.each(
    `proxy-authentication-info dpop signature x-api-key apikey X-APIKEY x-auth-token x-auth x-session-id
    x-csrf-token x-csrftoken x-registry-auth x-registry-config x-mbx-apikey x-functions-key
    x-amz-security-token x-goog-iap-jwt-assertion x-amzn-oidc-data cf-access-client-secret
    ocp-apim-subscription-key x-ms-token-aad-id-token private-token job-token x-hasura-admin-secret
    stripe-signature x-hub-signature-256 x-contentful-management-token x-foo-password x-my-credentials`.split(
      /\s+/,
    ),
  )("%s", (name) => expect(redactHeader(name, "abc def")).toMatch(/^\[redacted:\w+\]$/));
});

describe("leaves headers that only sound secret", () => {
  test.each([
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ["Idempotency-Key", "8e03978e-40d5-43e8-bc93-6894a57f9324"],
    ["Access-Control-Allow-Headers", "authorization, x-csrf-token"],
    ["Vary", "Authorization, Cookie"],
    ["WWW-Authenticate", 'Bearer realm="x", error="invalid_token"'],
    ["Clear-Site-Data", '"cookies"'],
    ["X-RateLimit-Remaining-Tokens", "1000"],
    ["ETag", 'W/"686897696a7c876b7e"'],
    ["Content-Disposition", 'attachment; filename="password=1.txt"'],
    ["Author", "Jane"],
    ["Sec-WebSocket-Protocol", "graphql-transport-ws, v12.stomp"],
  ])("%s: %s", (name, value) => expect(redactHeader(name, value)).toBe(value));
});
