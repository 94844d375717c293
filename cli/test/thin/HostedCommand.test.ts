import { describe, expect, it } from "vitest";
import { HostedCommand } from "../../dist/hosted/HostedCommand.js";
import type { FromThread } from "../../dist/hosted/messages.js";

const LINE = { argv: [], cwd: "/home/ada", env: {}, isTTY: true, printsToTTY: false, columns: 90 };

function hosted(): { readonly host: HostedCommand; readonly posted: FromThread[] } {
  const posted: FromThread[] = [];
  return { host: new HostedCommand(LINE, "/home/bsk", (message) => posted.push(message)), posted };
}

describe("the host of a command in the daemon", () => {
  it("cuts long output into pieces, never within a character", () => {
    const { host, posted } = hosted();
    const text = `x${"🚀".repeat(300_000)}`;

    host.out(text);

    const pieces = posted.map((message) => (message.kind === "output" ? message.text : ""));
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join("")).toBe(text);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(256 * 1024);
  });

  it("holds a command back until its client has taken what it printed", async () => {
    const { host } = hosted();
    host.err("short");
    await host.drained();
    host.out("x".repeat(3 * 1024 * 1024));
    let isDrained = false;
    const drained = host.drained().then(() => {
      isDrained = true;
    });

    host.receive({ kind: "taken", chars: 1024 * 1024 });
    await new Promise(setImmediate);
    expect(isDrained).toBe(false);

    host.receive({ kind: "taken", chars: 1024 * 1024 + 5 });
    await drained;
  });

  it("holds nobody back once the client has gone", async () => {
    const { host } = hosted();
    host.out("x".repeat(3 * 1024 * 1024));
    const drained = host.drained();

    host.receive({ kind: "cancel" });

    await drained;
    await host.drained();
    expect(host.signal.aborted).toBe(true);
  });

  it("hands calls on, with their notes, answers and errors", async () => {
    const { host, posted } = hosted();
    const daemon = await host.openDaemon();
    const notes: unknown[] = [];

    const good = daemon.call("a/b", { x: 1 }, { onProgress: (note) => notes.push(note) });
    const bad = daemon.call("c/d", {});
    host.receive({ kind: "progress", id: 1, note: { done: 1 } });
    host.receive({ kind: "result", id: 1, result: { y: 2 } });
    const error = { code: -32000, message: "No.", data: { code: "no_tab", exit_code: 1 } };
    host.receive({ kind: "error", id: 2, error });
    daemon.close();

    expect(await good).toEqual({ y: 2 });
    await expect(bad).rejects.toMatchObject({ code: "no_tab", exitCode: 1 });
    expect(notes).toEqual([{ done: 1 }]);
    expect(posted).toEqual([
      { kind: "call", id: 1, method: "a/b", params: { x: 1 } },
      { kind: "call", id: 2, method: "c/d", params: {} },
    ]);
  });

  it("gives up a call at Ctrl-C at once, and asks nothing more", async () => {
    const { host, posted } = hosted();
    const daemon = await host.openDaemon();
    const { signal } = host;
    const call = daemon.call("a/b", {}, { signal });

    host.receive({ kind: "cancel" });

    await expect(call).rejects.toMatchObject({ code: "cancelled", exitCode: 2 });
    await expect(daemon.call("c/d", {}, { signal })).rejects.toMatchObject({ code: "cancelled" });
    expect(posted.at(-1)).toEqual({ kind: "cancel", id: 1 });
    host.receive({ kind: "result", id: 1, result: {} });
  });
});
