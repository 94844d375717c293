import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Recording } from "@bsk/schema";
import { until, type Workspace } from "../harness/index.js";
import type { ServerLog } from "./log/ServerLog.js";
import type { OracleSite } from "./site/OracleSite.js";
import type { Scene, TrapPage } from "./site/TrapPage.js";

/** A page as both sides tell it. */
export interface Played {
  readonly page: TrapPage;
  readonly log: ServerLog;
  readonly run: Recording;
  /** Epoch ms: from here on the run answers for what the server gets. */
  readonly from: number;
}

/** Plays pages in the one tab of a session, each in a run of its own. */
export class Player {
  private constructor(
    private readonly site: OracleSite,
    private readonly workspace: Workspace,
    private readonly session: string,
  ) {}

  static async open(site: OracleSite, workspace: Workspace): Promise<Player> {
    return new Player(site, workspace, await workspace.openSession());
  }

  async play(page: TrapPage): Promise<Played> {
    const { site, workspace } = this;
    const url = `${site.origins.main}/${page.name}/`;
    const scene: Scene = { url: site.origins.main, workspace, bsk: (...args) => this.#bsk(args) };
    await this.#bsk(["navigate", "about:blank"]);
    const first = site.count;
    if (page.isLate) {
      await this.#bsk(["navigate", url]);
      await this.#title("go");
    }
    await this.#bsk(["debug", "start", "--name", page.name]);
    const from = Date.now();
    await page.setUp?.(scene);
    if (!page.isLate) await this.#bsk(["navigate", url]);
    await page.act?.(scene);
    await this.#title("done");
    await this.#quiet();
    await this.#bsk(["debug", "stop"]);
    const file = join(workspace.home, `${page.name}.json`);
    await this.#bsk(["debug", "export", "--output", file]);
    const log = site.log(first);
    await page.after?.(scene);
    return { page, log, run: JSON.parse(readFileSync(file, "utf8")) as Recording, from };
  }

  async #title(wanted: string): Promise<void> {
    await until(
      `the page's title is ${wanted}`,
      async () => {
        const title = await this.#bsk(["evaluate", "document.title"]);
        if (title.includes("failed")) throw new Error(title);
        return title.includes(wanted);
      },
      { deadlineMs: 60_000, everyMs: 100 },
    );
  }

  /** The server heard nothing new for a moment, and answered all that it will answer by itself. */
  async #quiet(): Promise<void> {
    let last = { count: -1, at: 0 };
    await until("the server is quiet", () => {
      const { count } = this.site;
      if (count !== last.count) last = { count, at: Date.now() };
      return Date.now() - last.at >= QUIET_MS;
    });
  }

  #bsk(args: readonly string[]): Promise<string> {
    return this.workspace.text(...args, "--session", this.session);
  }
}

/** What a page sends as it goes has arrived by then. */
const QUIET_MS = 600;
