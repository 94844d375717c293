import { describe, expect, test } from "vitest";
import { done, field, id, jsonBody, type Parts, page, read, request } from "./analysis/saving.js";

const size = (value: string) =>
  field(value, { key: "http://app.test/profile|form|name:size", name: "size" });

type Values = readonly [name: string, size: string];

interface Deed {
  readonly method: string;
  /** The fields before and after it. */
  readonly shows: readonly [Values, Values];
  readonly sends?: string;
  /** What is read after it is another page, without fields. */
  readonly isLeaving?: boolean;
}

/** One deed a second, each with its readings. */
function session(deeds: readonly Deed[]): Parts {
  const shown = ([name, chosen]: Values) => [field(name), size(chosen)];
  const pages = deeds.flatMap(({ shows: [before, after], isLeaving }, at) => [
    page(at * 3 + 1, 50 + at * 1000, shown(before), { cause: "before" }),
    page(at * 3 + 2, 250 + at * 1000, isLeaving ? [] : shown(after), { cause: "after" }),
    ...(isLeaving ? [page(at * 3 + 3, 240 + at * 1000, [], { cause: "load" })] : []),
  ]);
  return {
    pages,
    operations: deeds.map(({ method }, at) => {
      const operation = done(at + 1, 100 + at * 1000, {
        method,
        before: id(`g${at * 3 + 1}`),
        after: id(`g${at * 3 + 2}`),
      });
      return { ...operation, window_end: operation.started_at + 900 };
    }),
    requests: deeds.flatMap(({ sends }, at) =>
      sends === undefined
        ? []
        : [request(at + 1, 150 + at * 1000, { method: "POST", request_body: jsonBody(sends) })],
    ),
  };
}

/** `name before→input` of the fields of one operation. */
async function told(parts: Parts, short: string): Promise<string[]> {
  const { evidence } = await read(parts, short);
  return evidence.fields.map(
    ({ name, before, input }) =>
      `${name} ${before.value ?? before.state}→${input.value ?? input.state}`,
  );
}

const fill: Deed = {
  method: "fill",
  shows: [
    ["Ada", "S"],
    ["Ada L.", "S"],
  ],
};
const choose: Deed = {
  method: "click",
  shows: [
    ["Ada L.", "S"],
    ["Ada L.", "M"],
  ],
};
const still: Deed["shows"] = [
  ["Ada L.", "M"],
  ["Ada L.", "M"],
];

describe("whose change it was", () => {
  const parts = () =>
    session([
      fill,
      { method: "fill", shows: [fill.shows[1], fill.shows[1]] }, // it failed
      choose,
      { method: "click", shows: still, sends: '{"displayName":"Ada L.","size":"M"}' },
      { method: "click", shows: still, sends: '{"displayName":"Ada L.","size":"M"}' },
    ]);

  test("a click that chose has its choice, and nothing of the fill before it", async () => {
    expect(await told(parts(), "a3")).toEqual(["displayName Ada L.→Ada L.", "size S→M"]);
  });

  test("a fill that changed nothing has nothing of the others", async () => {
    expect(await told(parts(), "a2")).toEqual(["displayName Ada L.→Ada L.", "size S→S"]);
  });

  test("what sends has all that was done since the last that sent", async () => {
    expect(await told(parts(), "a4")).toEqual(["displayName Ada→Ada L.", "size S→M"]);
    expect(await told(parts(), "a5")).toEqual(["displayName Ada L.→Ada L.", "size M→M"]);
  });

  test("a click that chooses and sends has the choice that it sent", async () => {
    const sending = session([{ ...choose, sends: '{"size":"M"}' }]);

    expect(await told(sending, "a1")).toEqual(["displayName Ada L.→Ada L.", "size S→M"]);
  });

  test("a form that leaves the page has what was filled in, and nothing of the page before", async () => {
    const leaving = session([
      fill,
      { method: "click", shows: still, isLeaving: true },
      fill,
      { method: "click", shows: still, sends: "{}" },
    ]);

    expect(await told(leaving, "a2")).toEqual(["displayName Ada→Ada L.", "size S→M"]);
    expect(await told(leaving, "a4")).toEqual(["displayName Ada→Ada L.", "size S→M"]);
  });

  test("a navigation acts on no field", async () => {
    expect(await told(session([{ method: "navigate", shows: still }]), "a1")).toEqual([]);
  });

  test("a field that takes the page away has no value that it left", async () => {
    const leaving = session([{ ...fill, isLeaving: true }]);

    expect(await told(leaving, "a1")).toEqual([
      "displayName Ada→unavailable",
      "size S→unavailable",
    ]);
  });
});
