import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CliRunParams } from "../../../schema/dist/thin.js";
import { socketPath } from "../../dist/connection/home.js";
import { runInDaemon } from "../../dist/thin/ThinRun.js";
import { FakeDaemon } from "../daemon/FakeDaemon.js";
import { freshHome } from "../daemon/TestDaemon.js";

const PARAMS: CliRunParams = {
  build: "dev",
  argv: ["session", "list"],
  cwd: "/",
  env: {},
  is_tty: false,
  columns: 80,
};
const BEGUN = { method: "$/begun", params: { id: 1 } };

function say(socket: Socket, ...frames: readonly object[]): void {
  for (const frame of frames) socket.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
}

describe("the thin client", () => {
  let home = "";
  let daemon: FakeDaemon;
  beforeEach(async () => {
    home = freshHome();
    daemon = await FakeDaemon.listen(home);
  });
  afterEach(() => daemon.close());

  it("asks with one frame, and ends with the daemon's exit code", async () => {
    daemon.onRequest = (_request, socket) =>
      say(socket, BEGUN, { id: 1, result: { exit_code: 4 } });

    const end = await runInDaemon(socketPath(home), PARAMS);

    expect(end).toEqual({ kind: "done", exitCode: 4 });
    expect(daemon.requests).toHaveLength(1);
    expect(daemon.requests[0]).toMatchObject({ method: "cli/run", params: PARAMS });
  });

  const error = { code: -32000, message: "No.", data: { code: "unknown_method" } };
  it.each([
    ["does not know what it asks", [{ id: 1, error }]],
    ["cannot read what it asks", [{ id: null, error }]],
    ["answers another thing", [{ id: 1, result: { pid: 7 } }]],
    ["answers an exit code that is none", [{ id: 1, result: { exit_code: 1.5 } }]],
    ["says an unknown thing", [{ method: "$/other", params: { id: 1 } }]],
    [
      "prints to a stream that is none",
      [{ method: "$/output", params: { id: 1, stream: "x", text: "" } }],
    ],
  ])("leaves it to the whole program when a daemon %s", async (_what, frames) => {
    daemon.onRequest = (_request, socket) => say(socket, ...frames);

    expect(await runInDaemon(socketPath(home), PARAMS)).toEqual({ kind: "not_here" });
  });

  it("leaves it to the whole program when a daemon speaks no JSON, or closes at once", async () => {
    daemon.onRequest = (_request, socket) => void socket.write("hello\n");
    expect(await runInDaemon(socketPath(home), PARAMS)).toEqual({ kind: "not_here" });

    daemon.onRequest = (_request, socket) => void socket.destroy();
    expect(await runInDaemon(socketPath(home), PARAMS)).toEqual({ kind: "not_here" });
  });

  it("leaves it to the whole program where nobody listens, and for a line too long for a frame", async () => {
    const long = { ...PARAMS, argv: ["x".repeat(9 * 1024 * 1024)] };

    expect(await runInDaemon(`${home}/nobody.sock`, PARAMS)).toEqual({ kind: "not_here" });
    expect(await runInDaemon(socketPath(home), long)).toEqual({ kind: "not_here" });
    expect(daemon.requests).toEqual([]);
  });

  it("never runs a second time what had begun: it says how it was lost", async () => {
    daemon.onRequest = (_request, socket) => {
      say(socket, BEGUN);
      socket.end();
    };
    expect(await runInDaemon(socketPath(home), PARAMS)).toEqual({
      kind: "failed",
      why: "it closed the connection",
      hasPrinted: false,
    });

    daemon.onRequest = (_request, socket) => say(socket, BEGUN, { id: 1, error });
    expect(await runInDaemon(socketPath(home), PARAMS)).toMatchObject({
      kind: "failed",
      why: error,
    });
  });

  it("does not wait for ever for a daemon that says nothing, and does not run it twice", async () => {
    daemon.onRequest = () => {};

    expect(await runInDaemon(socketPath(home), PARAMS)).toEqual({
      kind: "failed",
      why: "no answer within 5000 ms",
      hasPrinted: false,
    });
  });
});
