import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

/** The walk that the floor gives as its example, from `session start` to `session stop`, one command each. */
describe("the walk by hand", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    await workspace.text("browser", "start", "--headless");
  });

  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  it("works with short ids, text in and text out", async () => {
    const bsk = (line: string): Promise<string> => workspace.text(...line.split(" "));
    const session = (await bsk("session start")).trim();
    expect(session).toMatch(/^[a-z]{4}$/);
    await workspace.text("debug", "start", "--session", session, "--name", "Save fails");
    await bsk(`navigate ${shop.url}/profile --session ${session}`);
    const tree = await bsk(`snapshot --session ${session}`);
    const refOf = (name: string): string =>
      /@e\d+/.exec(tree.split("\n").find((line) => line.includes(name)) ?? "")?.[0] ?? tree;
    await workspace.text(
      "fill",
      refOf('textbox "Display name"'),
      "--value",
      "Bob",
      "--session",
      session,
    );
    await bsk(`click ${refOf('button "Save"')} --session ${session}`);

    const operations = await bsk(`debug operations --session ${session}`);
    const operation = /^(a\d+)\b.*click/m.exec(operations)?.[1] ?? operations;
    const story = await bsk(`debug operation ${operation} --session ${session}`);
    const request = /\b(n\d+)\s+POST/.exec(story)?.[1] ?? story;
    expect(await bsk(`debug request ${request} --session ${session} --part response`)).toContain(
      "name_required",
    );
    expect(
      await bsk(
        `debug request ${request} --session ${session} --part response --pointer /error/code`,
      ),
    ).toContain("name_required");
    expect(await bsk(`debug request ${request} --session ${session} --part headers`)).toContain(
      "content-type",
    );
    expect(await bsk(`debug console --session ${session}`)).toContain("save failed 422");
    expect(await bsk(`debug pages --session ${session}`)).toContain("/profile");
    await bsk(`debug stop --session ${session}`);
    await bsk(`debug export --session ${session} --output website-debug.json`);
    expect(
      JSON.parse(readFileSync(join(workspace.home, "website-debug.json"), "utf8")),
    ).toMatchObject({
      version: 1,
    });
    await bsk(`session stop ${session}`);
    expect(await bsk("session list")).not.toContain(session);
  });
});
