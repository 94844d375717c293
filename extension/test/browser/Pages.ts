import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A page's HTML, or what answers for it. */
export type Page = string | ((response: ServerResponse) => void);

/** Pages on a loopback server; what is not listed is a 404. */
export class Pages {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async serve(pages: ReadonlyMap<string, Page>): Promise<Pages> {
    const server = createServer((request, response) => {
      const page = pages.get(new URL(request.url ?? "/", "http://x").pathname);
      if (typeof page === "function") return page(response);
      response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" });
      response.end(page?.replaceAll("OTHER_SITE", `http://localhost:${port(server)}`) ?? "nothing");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Pages(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${port(this.#server)}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function port(server: Server): number {
  return (server.address() as AddressInfo).port; // it listens on TCP
}
