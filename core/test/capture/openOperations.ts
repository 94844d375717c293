import type { ObserverEvent, ObserverSnapshot, OperationRecord, PageRecord } from "@bsk/schema";
import { CoverageLog } from "../../dist/capture/CoverageLog.js";
import { OperationRecorder } from "../../dist/capture/OperationRecorder.js";
import { PageRecorder } from "../../dist/capture/PageRecorder.js";
import { ManualClock } from "../../dist/testing/index.js";

export const NOW = 1_000_000;

/** Recorders of operations and pages over a page that shows what the test says. */
export function openOperations() {
  const clock = new ManualClock(NOW);
  const coverage = new CoverageLog();
  const operations = new Map<string, OperationRecord>();
  const emitted: OperationRecord[] = [];
  const pages: PageRecord[] = [];
  const shown = { text: "start", fields: [] as ObserverSnapshot["fields"] };
  let snapshot = async (): Promise<ObserverSnapshot> => ({
    url: "http://app.test/",
    title: "App",
    text: shown.text,
    text_truncated: false,
    fields: shown.fields,
    fields_partial: false,
    navigation: "navigate",
  });
  let page = 0;
  let operation = 0;
  let began = 0;
  const reader = new PageRecorder({
    runId: "d0123456789ab",
    clock,
    coverage,
    nextId: () => `g${++page}`,
    emit: (record) => pages.push({ ...record }),
    snapshot: () => snapshot(),
    isHeldUp: () => false,
  });
  const recorder = new OperationRecorder({
    runId: "d0123456789ab",
    clock,
    pages: reader,
    nextId: () => `a${++operation}`,
    emit: (record) => {
      operations.set(record.id, record);
      emitted.push({ ...record });
    },
    began: () => {
      began += 1;
    },
  });
  const hear = (type: ObserverEvent["type"], parts: Partial<ObserverEvent> = {}) =>
    recorder.heard({ v: 1, type, at: clock.now(), ...parts });
  /** Lets the readings that are queued run. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    clock,
    recorder,
    reader,
    operations,
    emitted,
    pages,
    shown,
    coverage,
    hear,
    settle,
    began: () => began,
    read: (to: typeof snapshot) => {
      snapshot = to;
    },
    get(id: string): OperationRecord {
      const found = operations.get(id);
      if (!found) throw new Error(`no ${id}`);
      return found;
    },
  };
}
