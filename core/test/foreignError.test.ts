import { describe, expect, test } from "vitest";
import { errors, foreignError } from "../dist/index.js";

const failed = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: it failed, write`), { code, ...more });

describe("what was thrown and is not ours", () => {
  test.each(["EDQUOT", "EFBIG", "ENOSPC", "EROFS"])("%s is the disk's", (code) => {
    expect(foreignError(failed(code))).toMatchObject({
      code: "file_unwritable",
      message: `A file of bsk cannot be written: ${code}: it failed, write.`,
      hint: "bsk doctor",
      exitCode: 1,
    });
  });

  test("names the file that is written, also where one is copied", () => {
    const { message } = foreignError(failed("ENOSPC", { path: "/from", dest: "/to" }));

    expect(message).toMatch(/^\/to cannot be written/);
    expect(foreignError(failed("EROFS", { path: "/a" })).message).toMatch(/^\/a cannot/);
  });

  test.each([
    [failed("ECONNRESET")],
    [new TypeError("x is not a function")],
    ["a word"],
    [undefined],
  ])("%s is a fault of ours", (thrown) => {
    expect(foreignError(thrown)).toMatchObject({ code: "internal", exitCode: 3 });
  });

  test("an error of ours stays what it is", () => {
    const own = errors.cancelled("it");

    expect(foreignError(own)).toBe(own);
  });
});
