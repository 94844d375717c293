// One command among many at once: connects to the daemon of BSK_HOME and says who answered.
import { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { bskHome } from "../../dist/connection/home.js";

const client = await DaemonClient.connect({ home: bskHome(), startIfMissing: true });
await client.call("system/status", {});
console.log(client.identity?.pid);
client.close();
