import { firstCommand, knownBrowsers } from "../browser/knownBrowsers.js";
import { browserRows, formatBrowserList } from "../format/browsers.js";
import type { CommandSpec, Outcome } from "./CommandSpec.js";
import { daemonState } from "./daemonState.js";
import { action, fromAction } from "./fromAction.js";

/** As the daemon says it; without a daemon, which browsers one would find again. None is started. */
export const browserList: CommandSpec = fromAction(
  action("browser/list"),
  async (invocation): Promise<Outcome> => {
    const { call, context, host } = invocation;
    if (await daemonState(invocation)) {
      const value = await call("browser/list", {});
      return { value, text: () => formatBrowserList(value, context) };
    }
    const browsers = await knownBrowsers(host.home);
    const next = await firstCommand(host);
    return {
      value: { browsers },
      text: () =>
        [
          `${browsers.length} browsers known, none connected: no daemon runs`,
          ...browserRows(browsers),
          `next: ${next}`,
        ].join("\n"),
    };
  },
);

/** `bsk browser list` under its short name. */
export const browsers: CommandSpec = {
  ...browserList,
  words: "browsers",
  examples: ["bsk browsers"],
};
