import { expect, test } from "vitest";
import {
  isMask,
  MASK_START,
  MaskCount,
  redactBody,
  redactText,
} from "../../dist/redaction/index.js";

test("names the rule and keeps nothing of the value", () => {
  expect(redactText("password=hunter2x")).toBe("password=[redacted:password]");
  expect(redactText("password=hunter2x")).toContain(MASK_START);
});

test("knows its own masks, and no text that only looks like one", () => {
  expect(isMask("[redacted:password]")).toBe(true);
  expect(isMask("[redacted:hunter2]")).toBe(false);
  expect(redactText("password=[redacted:hunter2]")).toBe("password=[redacted:password]");
});

test("counts what was masked by rule", () => {
  const masks = new MaskCount();

  redactBody('{"password":"a","token":"b","p":[{"password":1}]}', "application/json", masks);

  expect(masks.total).toBe(3);
  expect(Object.entries(masks.toJSON())).toEqual([
    ["password", 2],
    ["token", 1],
  ]);
});

test("counts a rule named like a property of every object", () => {
  const masks = new MaskCount();

  masks.add("__proto__");

  expect(Object.keys(masks.toJSON())).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(masks.toJSON())).toBeNull();
});

test("a second pass changes and counts nothing", () => {
  const masks = new MaskCount();
  const once = redactText(
    "password=hunter2x Authorization: Bearer abcdef123456 https://a:b@c.test/",
  );

  expect(redactText(once, masks)).toBe(once);
  expect(masks.total).toBe(0);
});
