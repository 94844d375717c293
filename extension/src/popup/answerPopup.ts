import { isHistoryOpen, setHistoryOpen } from "../capture/historyAccess.js";
import { BUILD, extensionVersion } from "../identity.js";
import type { PersonStops } from "../sessions/PersonStops.js";
import type { Sessions } from "../sessions/Sessions.js";
import type { DaemonConnection } from "../transport/DaemonConnection.js";
import type { Pairer } from "../transport/Pairer.js";
import type { PairingSource } from "../transport/pairing.js";
import type { PopupRequest, PopupStatus } from "./messages.js";

export interface PopupParts {
  readonly connection: Pick<DaemonConnection, "state">;
  readonly pairer: Pick<Pairer, "pair" | "state" | "unpair">;
  readonly pairingSource: () => Promise<PairingSource>;
  readonly sessions: Pick<Sessions, "list" | "ready">;
  readonly stops: Pick<PersonStops, "stop" | "stopAll">;
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
  const { kind, code, port, session, isOpen } = message as { [name: string]: unknown }; // each is checked next
  switch (kind) {
    case "status":
    case "unpair":
    case "stop_all":
      return { kind };
    case "stop_session":
      return typeof session === "string" ? { kind, session } : undefined;
    case "open_history":
      return typeof isOpen === "boolean" ? { kind, isOpen } : undefined;
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
  const { connection, pairer, pairingSource, sessions } = parts;
  await sessions.ready;
  await carryOut(parts, request);
  return {
    connection: connection.state,
    pairing: { source: await pairingSource(), attempt: pairer.state },
    version: extensionVersion(),
    build: BUILD,
    sessions: sessions.list().map(({ id, tabs, isStopped }) => ({
      id,
      tabs: tabs.size,
      isStopped,
    })),
    isHistoryOpen: await isHistoryOpen(),
  };
}

async function carryOut(parts: PopupParts, request: PopupRequest): Promise<void> {
  const { pairer, pairingSource, stops } = parts;
  switch (request.kind) {
    case "stop_session":
      return stops.stop(request.session);
    case "stop_all":
      return stops.stopAll();
    case "open_history":
      return setHistoryOpen(request.isOpen);
    case "pair":
    case "unpair":
      // A browser that bsk launched stays with the daemon that launched it.
      if ((await pairingSource()) === "packaged") return;
      return request.kind === "pair" ? pairer.pair(request.code, request.port) : pairer.unpair();
    case "status":
  }
}
