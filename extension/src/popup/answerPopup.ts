import type { RunRecord } from "@bsk/schema";
import type { Captures } from "../capture/Captures.js";
import type { TabDebugger } from "../debugger/TabDebugger.js";
import { BUILD, extensionVersion } from "../identity.js";
import type { Sessions } from "../sessions/Sessions.js";
import type { DaemonConnection } from "../transport/DaemonConnection.js";
import type { Pairer } from "../transport/Pairer.js";
import type { PairingSource } from "../transport/pairing.js";
import type { PopupCapture, PopupRequest, PopupStatus } from "./messages.js";

export interface PopupParts {
  readonly connection: Pick<DaemonConnection, "state">;
  readonly pairer: Pick<Pairer, "pair" | "state" | "unpair">;
  readonly pairingSource: () => Promise<PairingSource>;
  readonly sessions: Pick<Sessions, "list" | "ready">;
  readonly captures: Pick<Captures<TabDebugger>, "live" | "stopTab">;
}

type Respond = (answer: PopupStatus | undefined) => void;

/** The listener for `chrome.runtime.onMessage`: answers the popup of this extension and nobody else. */
export function answerPopup(
  parts: PopupParts,
): (message: unknown, sender: chrome.runtime.MessageSender, respond: Respond) => boolean {
  return (message, sender, respond) => {
    const request = isPopup(sender) ? parse(message) : undefined;
    if (!request) return false;
    answer(parts, request).then(respond, () => respond(undefined)); // the popup shows that none came
    return true; // the answer comes later
  };
}

function isPopup({ id, url }: chrome.runtime.MessageSender): boolean {
  return id === chrome.runtime.id && url === chrome.runtime.getURL("popup.html");
}

function parse(message: unknown): PopupRequest | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { kind, tabId, code, port } = message as { [name: string]: unknown }; // each is checked next
  switch (kind) {
    case "status":
    case "unpair":
      return { kind };
    case "stop_capture":
      return typeof tabId === "number" ? { kind, tabId } : undefined;
    case "pair":
      return typeof code === "string" && isPort(port) ? { kind, code, port } : undefined;
    default:
      return undefined;
  }
}

function isPort(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 65_535;
}

async function answer(parts: PopupParts, request: PopupRequest): Promise<PopupStatus> {
  const { connection, pairer, pairingSource, sessions, captures } = parts;
  await sessions.ready;
  await carryOut(parts, request);
  const runs = (await captures.live()).filter(({ state }) => state === "capturing");
  return {
    connection: connection.state,
    pairing: { source: await pairingSource(), attempt: pairer.state },
    version: extensionVersion(),
    build: BUILD,
    sessions: sessions.list().map(({ id, windowId, tabs }) => ({ id, windowId, tabs: tabs.size })),
    captures: runs.map(describe),
  };
}

async function carryOut(
  { pairer, pairingSource, captures }: PopupParts,
  request: PopupRequest,
): Promise<void> {
  if (request.kind === "status") return;
  if (request.kind === "stop_capture") return captures.stopTab(request.tabId, "requested");
  // A browser that bsk launched stays with the daemon that launched it.
  if ((await pairingSource()) === "packaged") return;
  await (request.kind === "pair" ? pairer.pair(request.code, request.port) : pairer.unpair());
}

function describe({ id, session_id, tab_id, name, counts }: RunRecord): PopupCapture {
  return {
    runId: id,
    session: session_id,
    tabId: tab_id,
    ...(name === undefined ? {} : { name }),
    requests: counts.requests,
    operations: counts.operations,
    errors: counts.errors,
  };
}
