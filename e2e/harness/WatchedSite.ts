import type { VisitRecord } from "@bsk/schema";
import { startVitals, type VitalsSite } from "../sites/index.js";
import { Workspace } from "./Workspace.js";

/** The site that is slow on purpose, and a session that measures it. */
export class WatchedSite {
  private constructor(
    readonly workspace: Workspace,
    readonly site: VitalsSite,
    /** The session's flags. */
    readonly s: readonly string[],
  ) {}

  static async open(): Promise<WatchedSite> {
    const workspace = await Workspace.create({ isDirect: true });
    const site = await startVitals();
    const session = await workspace.openSession();
    return new WatchedSite(workspace, site, ["--session", session]);
  }

  /** The value of an expression in the page. */
  async evaluate(expression: string, ...more: readonly string[]): Promise<unknown> {
    const words = ["evaluate", expression, ...this.s, ...more];
    return (await this.workspace.json<{ value?: unknown }>(...words)).value;
  }

  /** What `debug performance` tells now. */
  async visits(...more: readonly string[]): Promise<readonly VisitRecord[]> {
    const { report } = await this.workspace.json<{
      readonly report: { readonly performance: readonly VisitRecord[] };
    }>("debug", "performance", ...this.s, ...more);
    return report.performance;
  }

  async close(): Promise<void> {
    await this.site.close();
    await this.workspace.close();
  }
}
