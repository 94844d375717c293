import type { ActionResults } from "@bsk/schema";
import { graceLeft } from "./chooseBrowser.js";
import type { DaemonState } from "./DaemonState.js";

/** A worker that is well answers in milliseconds. */
const ANSWER_MS = 3_000;

/** A round trip to every browser now; those that a new daemon still waits for are given their time first. */
export async function checkBrowsers(
  state: DaemonState,
  signal: AbortSignal,
): Promise<ActionResults["system/check"]> {
  const { extensions, managed } = state;
  const awaited = managed
    .running()
    .map(({ instance_id: id }) => extensions.waitFor(id, graceLeft(state), signal));
  await Promise.all(awaited);
  const answers = extensions.all().map(async (extension) => {
    const answered = await extension.probe(ANSWER_MS);
    return answered ? [] : [extension.browser.instance_id];
  });
  return { silent: (await Promise.all(answers)).flat() };
}
