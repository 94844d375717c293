import { randomInt } from "node:crypto";
import type { ActionResults } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { Workspace } from "./harness/index.js";
import { encodeVariantBody, startVariant } from "./sites/index.js";

describe("a site that nobody tuned bsk to", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("gives the same facts when names, path, status and code are drawn at run time", async () => {
    const seed = Number(process.env.BSK_SEED ?? randomInt(2 ** 31));
    console.log(`variant seed ${seed}`);
    const site = await startVariant(seed);
    closing.push(() => site.close());
    const workspace = await Workspace.create({ isDirect: true });
    closing.unshift(() => workspace.close());
    const { facts } = site;
    const s = ["--session", await workspace.openSession()];

    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/`, ...s);
    const { tree } = await workspace.json<ActionResults["page/snapshot"]>("snapshot", ...s);
    const refOf = (name: string): string => {
      const line = tree
        .split("\n")
        .find((text) => text.includes(JSON.stringify(name)) && /@e\d+/.test(text));
      return /@e\d+/.exec(line ?? "")?.[0] ?? `no ref for ${name} in\n${tree}`;
    };
    await workspace.text("fill", refOf(facts.label), "--value", facts.otherValue, ...s);
    await workspace.text("click", refOf(facts.buttonLabel), ...s);

    const { operations } = await workspace.json<ActionResults["debug/operations"]>(
      "debug",
      "operations",
      ...s,
    );
    const click = operations.find(({ method }) => method === "click");
    const result = await workspace.json<ActionResults["debug/operation"]>(
      "debug",
      "operation",
      click?.id ?? "none",
      ...s,
    );
    const save = result.requests.find(({ url }) => url.includes(facts.apiPath));
    expect(save).toMatchObject({ method: facts.method, status: facts.status });
    const read = async (part: string): Promise<string | undefined> => {
      const args = ["debug", "request", save?.id ?? "none", "--part", part, ...s];
      const { request } = await workspace.json<ActionResults["debug/request"]>(...args);
      return request[part === "request" ? "request_body" : "response_body"].text;
    };
    expect(await read("request")).toBe(encodeVariantBody(facts, facts.otherValue));
    expect(await read("response")).toBe(facts.responseText);
    const code = await workspace.text(
      ...[
        "debug",
        "request",
        save?.id ?? "none",
        "--part",
        "response",
        "--pointer",
        facts.errorCodePointer,
      ],
      ...s,
    );
    expect(code).toContain(facts.errorCode);
    expect(result.console.map(({ text }) => text)).toContain(facts.consoleText);
    expect(result.evidence.changes.added.join("\n")).toContain(facts.pageText);
    const field = result.evidence.fields.find(({ name }) => name === facts.fieldName);
    expect(field).toMatchObject({
      before: { value: facts.value },
      input: { value: facts.otherValue },
      // The body's key may have another name than the field: then the two are not joined.
      submitted: [
        facts.wrongKey === facts.fieldName ? { value: facts.otherValue } : { state: "missing" },
      ],
    });
  });
});
