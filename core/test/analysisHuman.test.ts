import { describe, expect, test } from "vitest";
import { START } from "../dist/testing/index.js";
import { done, field, id, page, read, request } from "./analysis/saving.js";

const human = { source: "human" } as const;

/** A person opens a dialog of the page, and answers it seconds later. */
function deleting(last: object = {}) {
  return {
    pages: [
      page(1, 0, [], { cause: "load", text: "Items" }),
      page(2, 250, [], { cause: "after", text: "Items\nReally delete?", ...last }),
      page(3, 5200, [], { cause: "after", text: "Items\nCould not delete" }),
    ],
    operations: [
      done(1, 100, { ...human, after: id("g2") }),
      done(2, 5010, {
        ...human,
        after: id("g3"),
        passed: [{ text: "Really delete?", at: START + 200 }],
      }),
    ],
  };
}

describe("what a person did, whom no reading waited for", () => {
  test("is compared with the last reading before, and that is said", async () => {
    const { evidence } = await read(deleting());

    expect(evidence.changes).toMatchObject({
      state: "available",
      added: ["Could not delete"],
      removed: ["Really delete?"],
      passed: [],
    });
    expect(evidence.gaps).toEqual(["before_earlier"]);
    expect((await read(deleting(), "a1")).evidence.changes.added).toEqual(["Really delete?"]);
  });

  test("is compared with nothing where the last reading failed", async () => {
    const unread = { state: "unavailable", reason: "observer_timeout", text: undefined };
    const { evidence } = await read(deleting(unread));

    expect(evidence.changes.state).toBe("unavailable");
    expect(evidence.gaps).toContain("before_unavailable");
  });

  test("has the fields as they were, not those of the page that came", async () => {
    const { evidence } = await read({
      pages: [
        page(1, 0, [field("")], { cause: "load" }),
        page(2, 200, [field("bob")], { cause: "after", text: "Sign in" }),
        page(3, 2200, [field("")], { cause: "load", text: "Wrong name" }),
      ],
      operations: [
        done(1, 10, { ...human, method: "input", after: id("g2") }),
        done(2, 2010, { ...human, after: id("g3") }),
      ],
      requests: [
        request(1, 2050, {
          method: "POST",
          request_body: { state: "available", text: '{"displayName":"bob"}', chars: 21 },
        }),
      ],
    });

    expect(evidence.fields).toMatchObject([
      { before: { value: "" }, input: { value: "bob" }, submitted: [{ value: "bob" }] },
    ]);
    expect(evidence.changes.added).toEqual(["Wrong name"]);
  });
});
