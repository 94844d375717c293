import { createServer } from "node:net";

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** One of the ports behind the usual one, so that it can be told from others; undefined where all are taken. */
export async function freePort(): Promise<number | undefined> {
  for (let port = 52_862; port < 52_962; port++) if (await isFree(port)) return port;
  return undefined;
}
