import { BskError } from "@bsk/core";
import { CATALOGUE } from "@bsk/schema";
import type { Handle } from "./Call.js";
import type { DaemonLog } from "./DaemonLog.js";

const KNOWN: ReadonlySet<string> = new Set(CATALOGUE.map(({ method }) => method));

/** Writes one line a call: method, duration, outcome. Never what was asked or answered. */
export function logged(log: DaemonLog, handle: Handle): Handle {
  return async (method, params, call) => {
    const startedAt = performance.now();
    const write = (outcome: string): void => {
      // A method that we do not know is foreign text.
      const name = KNOWN.has(method) ? method : "unknown method";
      log.write(`${name} ${Math.round(performance.now() - startedAt)} ms ${outcome}`);
    };
    try {
      const result = await handle(method, params, call);
      write("ok");
      return result;
    } catch (error) {
      write(error instanceof BskError ? error.code : "internal");
      throw error;
    }
  };
}
