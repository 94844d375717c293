import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { Extension } from "../../dist/daemon/Extension.js";
import { LostSessions } from "../../dist/daemon/LostSessions.js";
import { Sessions } from "../../dist/daemon/Sessions.js";
import { hello } from "./ScriptedExtension.js";

const pairing = { instance_id: "0123abcd", name: "mine", secret: "00".repeat(32) };

/** As much of a WebSocket as an Extension uses. */
class Socket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly sent: { id: number; method: string }[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.readyState = 3;
  }

  answerLast(): void {
    const frame = { jsonrpc: "2.0", id: this.sent.at(-1)?.id, result: {} };
    this.emit("message", JSON.stringify(frame), false);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function connected(): { socket: Socket; extension: Extension; closed: () => number } {
  const socket = new Socket();
  let closings = 0;
  const extension = new Extension({
    socket: socket as unknown as WebSocket,
    browser: { ...pairing, kind: "user", extension_id: "x" },
    hello: hello(pairing) as never,
    listener: {
      onSessionClosed: () => {},
      onUnpaired: () => {},
      onFault: () => {},
      onClose: () => closings++,
    },
  });
  return { socket, extension, closed: () => closings };
}

describe("a connected browser", () => {
  test("is asked for a sign of life every 15 s, at most 20 s apart", () => {
    const { socket } = connected();

    vi.advanceTimersByTime(60_000);

    expect(socket.sent.filter(({ method }) => method === "system/ping")).toHaveLength(4);
  });

  test("is silent when no round trip came in 25 s, and connected again after one", () => {
    const { socket, extension } = connected();
    vi.advanceTimersByTime(15_000);
    socket.answerLast();
    vi.advanceTimersByTime(25_000);
    expect(extension.state).toBe("connected");

    vi.advanceTimersByTime(1);
    expect(extension.state).toBe("silent");
    socket.answerLast();

    expect(extension.state).toBe("connected");
    expect(extension.lastSeenAt).toBe(Date.now());
  });

  test("is silent at once when it is asked for a sign of life and gives none", async () => {
    const { socket, extension } = connected();
    const first = extension.probe(3_000);
    socket.answerLast();
    expect([await first, extension.state]).toEqual([true, "connected"]);

    const second = extension.probe(3_000);
    const late = { jsonrpc: "2.0", id: socket.sent.at(-1)?.id, result: {} };
    await vi.advanceTimersByTimeAsync(3_000);

    expect([await second, extension.state]).toEqual([false, "silent"]);
    socket.emit("message", JSON.stringify(late), false);
    expect(extension.state).toBe("connected");
  });

  test("is asked nothing any more once it is closed, and says so once", async () => {
    const { socket, extension, closed } = connected();
    const call = extension.call("page/click", {}, { deadlineMs: 1_000 });

    extension.close(4001, "displaced");
    socket.emit("close");
    vi.advanceTimersByTime(60_000);

    await expect(call).rejects.toMatchObject({ code: "extension_disconnected" });
    expect(socket.sent.map(({ method }) => method)).toEqual(["page/click"]);
    expect(closed()).toBe(1);
    const onStopped = vi.fn();
    const late = extension.call("page/click", {}, { deadlineMs: 1_000, onStopped });
    await expect(late).rejects.toMatchObject({ code: "extension_disconnected" });
    expect(onStopped).toHaveBeenCalledOnce();
  });

  test("ignores what a displaced connection still says", () => {
    const { socket, extension } = connected();
    extension.close(4001, "displaced");
    const sent = socket.sent.length;

    socket.emit("message", '{"jsonrpc":"2.0","id":1,"method":"system/ping"}', false);

    expect(socket.sent).toHaveLength(sent);
  });

  test("is told that it may not ask the daemon for anything", () => {
    const { socket } = connected();

    socket.emit("message", '{"jsonrpc":"2.0","id":1,"method":"browser/start"}', false);
    socket.emit("message", Buffer.from([1, 2]), true);

    expect(socket.sent).toMatchObject([
      { id: 1, error: { data: { code: "unknown_method" } } },
      { id: null, error: { data: { code: "malformed_frame" } } },
    ]);
  });
});

describe("sessions of a browser that went away", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bsk-lost-"));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  function sessions(): Sessions {
    const made = new Sessions(join(folder, "sessions.json"));
    made.add({ id: "abcd", browser: "here", started_at: 1 });
    made.add({ id: "efgh", browser: "away", started_at: 1 });
    return made;
  }

  test("are forgotten after a minute, those of others stay", () => {
    const known = sessions();
    const onLost = vi.fn();
    const lost = new LostSessions(known, onLost);
    lost.back("here");

    vi.advanceTimersByTime(59_000);
    expect(known.all()).toHaveLength(2);
    vi.advanceTimersByTime(2_000);

    expect(known.all().map(({ id }) => id)).toEqual(["abcd"]);
    expect(onLost).toHaveBeenCalledOnce();
    expect(new Sessions(join(folder, "sessions.json")).all()).toHaveLength(1);
  });

  test("stay when it comes back in time", () => {
    const known = sessions();
    const lost = new LostSessions(known, () => {});
    vi.advanceTimersByTime(30_000);

    lost.back("here");
    lost.back("away");
    vi.advanceTimersByTime(120_000);

    expect(known.all()).toHaveLength(2);
  });

  test("never lend their ids to new ones", () => {
    const known = sessions();

    const ids = Array.from({ length: 2_000 }, () => known.reserve().id);

    expect(new Set([...ids, "abcd", "efgh"]).size).toBe(2_002);
    expect(ids.every((id) => /^[a-z]{4}$/.test(id))).toBe(true);
  });
});
