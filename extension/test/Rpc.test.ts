import { errors } from "@bsk/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Dispatch, Rpc } from "../dist/tsc/transport/Rpc.js";

let sent: { id?: unknown; result?: unknown; error?: { data?: { code?: string } } }[];
const dispatch = vi.fn<Dispatch>();
let rpc: Rpc;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  dispatch.mockReset().mockResolvedValue({});
  rpc = new Rpc((text) => sent.push(JSON.parse(text)), dispatch);
});
afterEach(() => {
  vi.useRealTimers();
});

function receive(value: unknown): void {
  rpc.receive({ kind: "json", value });
}
const request = (id: number | string, method = "tab/list", params = {}): object => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const never = (): Promise<never> => new Promise(() => undefined);
const settled = (count = 1): Promise<void> =>
  vi.waitUntil(() => sent.length === count).then(() => undefined);

describe("JSON-RPC over the socket", () => {
  it("answers each request with its own id, in whatever order the work ends", async () => {
    let finish: (value: unknown) => void = () => undefined;
    dispatch.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    dispatch.mockResolvedValueOnce({ fast: true });
    receive(request(1));
    receive(request("two"));
    await settled();
    finish({ slow: true });
    await settled(2);

    expect(sent).toMatchObject([
      { id: "two", result: { fast: true } },
      { id: 1, result: { slow: true } },
    ]);
  });

  it("answers a failure with its code, hint and exit code", async () => {
    dispatch.mockRejectedValue(errors.sessionNotFound("abcd"));
    receive(request(1));
    await settled();

    expect(sent[0]).toMatchObject({
      id: 1,
      error: { data: { code: "session_not_found", exit_code: 1, hint: "bsk session list" } },
    });
  });

  it.each<[string, unknown, unknown]>([
    ["an array", [1, 2], null],
    ["null", null, null],
    ["a number", 7, null],
    ["no method", { jsonrpc: "2.0", id: 7, params: {} }, 7],
    ["no version", { id: 7, method: "tab/list" }, 7],
    [
      "parameters that are no object",
      { jsonrpc: "2.0", id: 7, method: "tab/list", params: [1] },
      7,
    ],
    ["an id that is an object", { jsonrpc: "2.0", id: {}, method: "tab/list" }, null],
    ["a method of 65 letters", { jsonrpc: "2.0", id: 7, method: "x".repeat(65) }, 7],
  ])("calls %s a malformed frame and goes on", async (_name, frame, id) => {
    receive(frame);
    receive(request(8));
    await settled(2);

    expect(sent).toMatchObject([
      { id, error: { data: { code: "malformed_frame" } } },
      { id: 8, result: {} },
    ]);
  });

  it("says nothing to a response, for it asks nothing", () => {
    receive({ jsonrpc: "2.0", id: 1, result: {} });
    receive({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "x" } });

    expect(sent).toEqual([]);
  });

  it("aborts the work of a cancelled request and answers it within 250 ms, even when it goes on", async () => {
    let signal: AbortSignal | undefined;
    dispatch.mockImplementation((_method, _params, given) => {
      signal = given;
      return never();
    });
    receive(request(1));

    receive({ jsonrpc: "2.0", method: "$/cancel", params: { id: 1 } });
    await vi.advanceTimersByTimeAsync(250);

    expect(signal?.aborted).toBe(true);
    expect(sent).toMatchObject([{ id: 1, error: { data: { code: "cancelled" } } }]);
  });

  it("says cancelled, whatever the work of a cancelled request throws", async () => {
    dispatch.mockImplementation(async (_method, _params, signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new Error("half done");
    });
    receive(request(1));

    receive({ jsonrpc: "2.0", method: "$/cancel", params: { id: 1 } });
    await settled();

    expect(sent).toMatchObject([{ id: 1, error: { data: { code: "cancelled" } } }]);
  });

  it("ignores a cancel of nothing and notifications that it does not know", () => {
    receive({ jsonrpc: "2.0", method: "$/cancel", params: { id: 99 } });
    receive({ jsonrpc: "2.0", method: "$/cancel" });
    receive({ jsonrpc: "2.0", method: "page/click", params: {} });

    expect(sent).toEqual([]);
    expect(dispatch).not.toHaveBeenCalled();
  });

  it("does not run a second request under an id that is still running", async () => {
    dispatch.mockImplementation(never);
    receive(request(1));
    receive(request(1));
    await settled();

    expect(dispatch).toHaveBeenCalledTimes(1);
    expect(sent[0]).toMatchObject({ id: 1, error: { data: { code: "malformed_frame" } } });
  });

  it.each([
    ["letters", "x".repeat(9 * 1024 * 1024)],
    ["signs of three bytes", "€".repeat(3 * 1024 * 1024)],
  ])("refuses an answer over 8 MiB of %s instead of losing the connection", async (_name, text) => {
    dispatch.mockResolvedValue({ text });
    receive(request(1));
    await settled();

    expect(sent).toMatchObject([{ id: 1, error: { data: { code: "answer_too_large" } } }]);
  });

  it("aborts everything and answers nobody when the socket is lost", async () => {
    const signals: AbortSignal[] = [];
    dispatch.mockImplementation(async (_method, _params, signal) => {
      signals.push(signal);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return {};
    });
    receive(request(1));
    receive(request(2));

    rpc.close();
    await vi.advanceTimersByTimeAsync(1000);

    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(sent).toEqual([]);
  });
});
