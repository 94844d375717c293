import type { OperationOutcome, OperationRecorder, OperationStart } from "./OperationRecorder.js";
import type { PageObserver } from "./PageObserver.js";
import { isSilent } from "./runRecord.js";

export interface RunOperationParts {
  readonly operations: OperationRecorder;
  readonly observer: PageObserver;
}

/** See `Capture.operation`. */
export async function runOperation<T>(
  { operations, observer }: RunOperationParts,
  start: OperationStart,
  run: () => Promise<T>,
  found?: (result: T) => Pick<OperationOutcome, "target" | "fileChooser">,
): Promise<{ readonly result: T; readonly operationId: string }> {
  // Both are asked at once: a page that answers neither is waited for once.
  const told = observer.agentActs(true);
  let isPageSilent = false;
  try {
    const operation = await operations.begin(start);
    await told;
    try {
      const result = await run();
      await operations.finish(operation, found?.(result) ?? {});
      return { result, operationId: operation.id };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      isPageSilent = isSilent(error);
      await operations.finish(operation, { error: message, isReadable: !isPageSilent });
      throw error;
    }
  } finally {
    const toldAgain = observer.agentActs(false);
    if (!isPageSilent) await toldAgain;
  }
}
