import { readFileSync } from "node:fs";
import { toWireError } from "@bsk/core";
import { BrowserKeeper } from "./BrowserKeeper.js";
import { readKeeperConfig } from "./KeeperConfig.js";

/** Entry of a keeper process: `node keeper.js <keeper.json>`. One line on stdout says how the start went. */
async function main(): Promise<void> {
  const config = readKeeperConfig(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")));
  if (!config) throw new Error("keeper.json is not valid");
  const keeper = new BrowserKeeper(config);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => void keeper.end());
  }
  // The daemon closes its end after the report; nothing is written later.
  process.stdout.on("error", () => {});
  const fail = (error: unknown): void => {
    process.stdout.write(
      `${JSON.stringify({ error: toWireError(error) })}\n`,
      () => void keeper.end(),
    );
  };
  // What chrome-launcher's child process emits cannot be caught elsewhere.
  process.on("uncaughtException", fail);
  try {
    await keeper.start();
    process.stdout.write('{"ready":true}\n');
  } catch (error) {
    fail(error);
  }
}

await main();
