import type { CdpEvent, CdpSession } from "@bsk/core";
import { beforeEach, describe, expect, it } from "vitest";
import { PageWatch, RefStore, VERBS } from "../dist/tsc/verbs/index.js";

const SECRET = "sk_live_abcdef1234567890";
const PASSWORD = "hunter2 plain word";

/** A tab that only tells. */
class TellingTab {
  readonly sent: (readonly [method: string, params: unknown, sessionId: string | undefined])[] = [];
  readonly #listeners: ((event: CdpEvent) => void)[] = [];

  children(): readonly [] {
    return [];
  }
  async attachWorkers(): Promise<void> {}
  onReattach(): () => void {
    return () => {};
  }

  onDetach(): () => void {
    return () => {};
  }
  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.push(listener);
    return () => {};
  }
  async send(method: string, params?: unknown, options?: { sessionId?: string }): Promise<object> {
    this.sent.push([method, params, options?.sessionId]);
    return {};
  }
  tell(method: string, params: unknown): void {
    for (const listener of this.#listeners) listener({ method, params });
  }
}

let tab: TellingTab;
let cdp: CdpSession;

beforeEach(() => {
  tab = new TellingTab();
  cdp = tab as unknown as CdpSession; // all that a watch asks of one
  PageWatch.of(cdp);
});

function context() {
  const { signal } = new AbortController();
  return { tabId: 1, session: "abcd", cdp, signal, refs: new RefStore() };
}

function says(text: string): void {
  const args = [{ type: "string", value: text }];
  tab.tell("Runtime.consoleAPICalled", { type: "error", args, timestamp: Date.now() + 1000 });
}

function asks(id: string, path: string, status?: number): void {
  const url = `http://localhost${path}`;
  tab.tell("Network.requestWillBeSent", { requestId: id, request: { method: "POST", url } });
  if (status === undefined) {
    const failed = { requestId: id, type: "Fetch", errorText: "net::ERR_FAILED" };
    tab.tell("Network.loadingFailed", failed);
  } else {
    const response = { url, status, statusText: "OK", mimeType: "text/html" };
    tab.tell("Network.responseReceived", { requestId: id, type: "Fetch", response });
  }
}

const read = (params: { since?: number; limit?: number; max_text_chars?: number } = {}) =>
  VERBS["page/console"]({ session: "abcd", ...params }, context());

describe("the console of a tab without a capture", () => {
  it("is kept redacted, from the newest 200 on, and read in pages", async () => {
    for (let n = 1; n <= 203; n += 1) says(`message ${n} token=${SECRET}`);

    const first = await read({ limit: 2 });
    const next = await read({ since: first.next_since, limit: 200 });

    expect(first.messages.map(({ text }) => text.slice(0, 9))).toEqual(["message 4", "message 5"]);
    expect(first).toMatchObject({ next_since: 5, more: 198, dropped: 3 });
    expect(next).toMatchObject({ next_since: 203, more: 0, dropped: 0 });
    expect(JSON.stringify([first, next])).not.toContain(SECRET);
  });

  it("counts a repeat, and tells of it again", async () => {
    says("same");
    const { next_since } = await read();
    says("same");

    expect((await read({ since: next_since })).messages).toMatchObject([
      { text: "same", count: 2 },
    ]);
    expect((await read()).messages).toHaveLength(1);
  });

  it("says of how many rows it lost, a repeated message being one of them", async () => {
    for (let n = 1; n <= 150; n += 1) {
      says(`message ${n}`);
      says(`message ${n}`);
    }
    const unread = await read({ limit: 200 });
    says("message 150");
    const again = await read({ since: unread.next_since, limit: 200 });
    for (let n = 151; n <= 260; n += 1) says(`message ${n}`);

    expect(unread).toMatchObject({ more: 0, dropped: 0 });
    expect(unread.messages).toHaveLength(150);
    expect(again).toMatchObject({ messages: [{ text: "message 150", count: 3 }], dropped: 0 });
    expect((await read()).dropped).toBe(60);
    expect((await read({ since: again.next_since })).dropped).toBe(0);
    for (let n = 261; n <= 360; n += 1) says(`message ${n}`);
    // Of the 160 that are gone, 150 were read; the 150th came under two numbers, and is one row.
    expect((await read({ since: unread.next_since })).dropped).toBe(11);
    expect((await read({ since: again.next_since })).dropped).toBe(10);
  });

  it("cuts a text where asked, and says so", async () => {
    says("a long text");

    const { messages } = await read({ max_text_chars: 6 });

    expect(messages).toMatchObject([{ text: "a long", truncated: true }]);
  });

  it("has no password that was typed, under whatever name the page says or sends it", async () => {
    PageWatch.of(cdp).secrets.add(PASSWORD);
    says(`note ${PASSWORD}`);
    asks("1", `/a?note=${PASSWORD}`, 200);
    asks("2", `/${"x".repeat(2030)}/${PASSWORD}`, 200);
    const params = { type: "alert", message: `note ${PASSWORD}` };
    tab.tell("Page.javascriptDialogOpening", params);

    const { messages } = await read();
    const { requests } = await VERBS["page/network"]({ session: "abcd" }, context());

    expect(messages).toMatchObject([{ text: "note [redacted:secret_field]" }]);
    expect(requests[0]?.url).toBe("http://localhost/a?note=[redacted:secret_field]");
    expect(PageWatch.of(cdp).dialog?.message).toBe("note [redacted:secret_field]");
    expect(JSON.stringify(requests)).not.toContain(PASSWORD.slice(0, 6));
  });

  it("leaves out what was said before the tab was attached", async () => {
    const args = [{ type: "string", value: "old" }];
    tab.tell("Runtime.consoleAPICalled", { type: "log", args, timestamp: Date.now() - 5000 });

    expect((await read()).messages).toEqual([]);
  });
});

describe("the network of a tab without a capture", () => {
  it("has answers and failures with their method, redacted", async () => {
    asks("1", `/a?api_key=${SECRET}`, 201);
    asks("2", "/b");

    const { requests } = await VERBS["page/network"]({ session: "abcd" }, context());

    expect(requests).toMatchObject([
      { seq: 1, kind: "response", method: "POST", status: 201, resource_type: "Fetch" },
      { seq: 2, kind: "failure", method: "POST", error_text: "net::ERR_FAILED" },
    ]);
    expect(JSON.stringify(requests)).not.toContain(SECRET);
  });

  it("is heard without asking the browser to keep bodies, once a tab", () => {
    PageWatch.of(cdp);

    const enabled = tab.sent.filter(([method]) => method === "Network.enable");

    expect(enabled).toEqual([
      ["Network.enable", expect.objectContaining({ maxTotalBufferSize: 0 }), undefined],
    ]);
  });

  it("is heard in a frame of another site before that frame runs", () => {
    const targetInfo = { type: "iframe", targetId: "t", url: "" };
    tab.tell("Target.attachedToTarget", { sessionId: "child", targetInfo });

    const inFrame = tab.sent.filter(([, , sessionId]) => sessionId === "child");

    expect(inFrame.map(([method]) => method)).toEqual([
      "Page.enable",
      "Network.enable",
      "Runtime.enable",
      "Log.enable",
    ]);
  });
});
