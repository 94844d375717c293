import { PAIRING_CLOSE } from "@bsk/core";
import type { WebSocket } from "ws";
import type { PairedExtension, PairingHandshake, PairingStep } from "./PairingHandshake.js";
import { readFrame } from "./readFrame.js";

/** A person has typed the code by now: what is left is computing. */
const HANDSHAKE_MS = 15_000;
const LINGER_MS = 5_000;

export interface PairingListener {
  /** Called before the extension learns that it was accepted: it comes back at once. */
  onPaired(extension: PairedExtension): void;
  /** Words of ours. */
  onRefused(reason: string): void;
}

/** Speaks pairing messages, and nothing else, on a socket of path `/pair`. */
export function servePairing(
  socket: WebSocket,
  handshake: PairingHandshake,
  { onPaired, onRefused }: PairingListener,
): void {
  let isOver = false;
  const refuse = (reason: string, closeCode: number): void => {
    if (isOver) return;
    isOver = true;
    onRefused(reason);
    socket.close(closeCode);
    // A peer that does not answer the close frame is cut off.
    setTimeout(() => socket.terminate(), 1_000).unref();
  };
  const timer = setTimeout(
    () => refuse("its handshake took too long", PAIRING_CLOSE.notValid),
    HANDSHAKE_MS,
  );
  const take = (step: PairingStep): void => {
    if (isOver) return;
    if (step.kind === "refused") {
      refuse(step.reason, step.closeCode);
      return;
    }
    if (step.kind === "accepted") {
      isOver = true;
      onPaired(step.extension);
      // The extension hangs up when it has looked at the answer.
      setTimeout(() => socket.terminate(), LINGER_MS).unref();
    }
    socket.send(JSON.stringify(step.frame));
  };
  socket.on("message", (data, isBinary) => {
    if (isOver) return;
    handshake.receive(readFrame(data, isBinary)).then(take, () => {
      refuse("it could not be looked at", PAIRING_CLOSE.notValid);
    });
  });
  socket.on("close", () => clearTimeout(timer));
  // A payload over the limit ends here; `close` follows.
  socket.on("error", () => socket.terminate());
}
