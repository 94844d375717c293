// A daemon whose command threads are planted. The last argument is its home.
import { fileURLToPath } from "node:url";
import { Daemon } from "../../dist/daemon/Daemon.js";

const daemon = new Daemon({
  home: process.argv[2] ?? "",
  ports: [0],
  threadEntry: fileURLToPath(new URL("plantedThread.mjs", import.meta.url)),
  onStopped: () => process.exit(0),
});
process.on("SIGTERM", () => void daemon.stop("SIGTERM"));
await daemon.start();
process.stdout.write("ready\n");
