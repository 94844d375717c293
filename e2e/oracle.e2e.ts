import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { draw, Workspace } from "./harness/index.js";
import { compareRun } from "./oracle/compare/compareRun.js";
import { TRAP_PAGES } from "./oracle/pages/index.js";
import { Player } from "./oracle/play.js";
import { OracleSite } from "./oracle/site/OracleSite.js";

/** Pages on which `npm run oracle` still finds differences, or that take too long for a share. */
const LEFT_OUT = new Set(["load", "sizes", "sockets"]);

describe("a run against the server's own log", () => {
  let site: OracleSite;
  let workspace: Workspace;
  let player: Player | undefined;

  beforeAll(async () => {
    site = await OracleSite.start(TRAP_PAGES);
    workspace = await Workspace.create({ isDirect: true });
    player = await Player.open(site, workspace);
  });
  afterAll(async () => {
    await workspace?.close();
    await site?.close();
  });

  const pages = TRAP_PAGES.filter(({ name }) => !LEFT_OUT.has(name));
  it.each(draw("oracle", pages, 4).map((page) => [page.name, page] as const))(
    "has nothing unexplained and nothing invented on the page %s",
    async (_name, page) => {
      if (!player) throw new Error("the browser did not start");
      const { log, run } = await player.play(page);

      const { findings, matched } = compareRun({ log, run, isOrdered: page.isOrdered === true });

      expect(findings).toEqual([]);
      expect(matched).toBeGreaterThan(0);
    },
  );
});
