import { connect } from "node:net";

export interface Knock {
  readonly method?: string;
  readonly path?: string;
  /** Sent as they are, in order, also twice the same. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Sends a request byte by byte as given, and returns all that came back. */
export function knock(
  port: number,
  { method = "GET", path = "/extension", headers }: Knock,
): Promise<string> {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      answer += text;
      // An upgraded socket stays open: its status line is all there is to see.
      if (answer.startsWith("HTTP/1.1 101")) socket.destroy();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    socket.write([`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
  });
}

/** Headers of a WebSocket upgrade; Host and Origin are the caller's. */
export const UPGRADE: readonly (readonly [string, string])[] = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
];
