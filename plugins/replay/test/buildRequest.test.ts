import { requestRecord } from "@bsk/core/testing";
import type { RequestRecord } from "@bsk/schema";
import { expect, test } from "vitest";
import { buildRequest } from "../dist/buildRequest.js";

test("a record that does not say how whole it is needs an explicit URL and body", () => {
  const request: Partial<RequestRecord> & { readonly url: string } = requestRecord(1, {
    method: "POST",
    request_headers: { "x-kept": "1" },
    request_body: { state: "available", chars: 3 },
  });
  delete request.integrity;
  const source = { request: request as RequestRecord, bodyText: "a=1", session: "abcd" };
  const build = (draft: object) => buildRequest(source, { key: "k1", headers: [], ...draft });
  const { url } = request;

  expect(() => build({ body: "b=2" })).toThrowError(
    expect.objectContaining({
      code: "replay_url_incomplete",
      data: { id: "n1", state: "unverified" },
    }),
  );
  expect(() => build({ url })).toThrowError(
    expect.objectContaining({ code: "replay_body_unsafe" }),
  );
  expect(build({ url, body: "b=2" })).toMatchObject({
    url,
    headers: [["x-kept", "1"]],
    body: "b=2",
  });
});
