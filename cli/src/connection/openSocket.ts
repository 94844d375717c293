import { connect, type Socket } from "node:net";

/** No socket file, one that a killed process left behind, and one whose process ended as we came. */
const NOBODY: ReadonlySet<unknown> = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET"]);

/** A connection to a local socket; undefined when nobody listens there. Other faults are thrown. */
export function openSocket(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code)) resolve(undefined);
      else reject(error);
    });
  });
}

/** True when a process accepts connections at `path`. */
export async function isListening(path: string): Promise<boolean> {
  const socket = await openSocket(path);
  socket?.on("error", () => {
    // Only asked whether it is there: how the connection ends says nothing.
  });
  socket?.destroy();
  return socket !== undefined;
}
