import { validateRecording } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { exportRun, readRequest } from "../dist/analysis/index.js";
import { Core } from "../dist/Core.js";
import { MemoryStore, savedReader } from "../dist/storage/index.js";
import { asRedacted, RUN_ID, requestRecord, runRecord, START } from "../dist/testing/index.js";

const session = "abcd";

describe("a saved body that cannot be read", () => {
  class Unreadable extends MemoryStore {
    override async body(id: string, part: "request" | "response") {
      if (part === "response") throw new Error("a bad sector");
      return super.body(id, part);
    }
  }
  const body = { state: "available", chars: 4 } as const;
  const lost = { state: "unavailable", reason: "storage_failed" };
  const told = { flag: "evidence_read_failed", count: 1 };

  /** A new reader of the same saved run: what one reading met is none of another's. */
  async function reading() {
    const store = new Unreadable();
    await store.write({
      records: [runRecord(), requestRecord(1, { request_body: body, response_body: body })],
      bodies: [asRedacted({ id: `${RUN_ID}:n1`, run_id: RUN_ID, part: "request", text: "sent" })],
      evicted: [],
    });
    const reader = await savedReader(store, RUN_ID, new AbortController().signal);
    if (!reader) throw new Error("not saved");
    return reader;
  }

  test("is unavailable, and the run of that answer says so", async () => {
    const answer = await readRequest(await reading(), { session, id: "n1", part: "response" });

    expect(answer.request.response_body).toEqual(lost);
    expect(answer.run.coverage).toContainEqual(told);
    const other = await readRequest(await reading(), { session, id: "n1", part: "request" });
    expect(other.request.request_body.text).toBe("sent");
    expect(other.run.coverage).not.toContainEqual(told);
  });

  test("costs an export that body alone, and the document says so", async () => {
    const document = await exportRun(await reading(), new Core(), START);

    expect(document.requests[0]).toMatchObject({ response_body: lost });
    expect(document.requests[0]?.request_body.text).toBe("sent");
    expect(document.run.coverage).toContainEqual(told);
    expect(validateRecording(document), JSON.stringify(validateRecording.errors)).toBe(true);
  });
});
