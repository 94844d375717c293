// A thin client of the compiled, not bundled, parts: what bin.ts does where a daemon answers.
import { cliRequest } from "../../dist/thin/cliRequest.js";
import { daemonSocket } from "../../dist/thin/daemonSocket.js";
import { runInDaemon } from "../../dist/thin/ThinRun.js";

const end = await runInDaemon(daemonSocket() ?? "", cliRequest(process.argv.slice(2)));
process.exitCode = end.kind === "done" ? end.exitCode : 100;
if (end.kind !== "done") process.stderr.write(`${JSON.stringify(end)}\n`);
