import type { IncomingMessage } from "node:http";

export interface UpgradeRules {
  readonly port: number;
  readonly isPairedOrigin: (origin: string) => boolean;
}

/** The only value of a header; undefined when it is missing or was sent more than once. */
function only(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

/**
 * Whether a request may become the extension's socket. Every page can reach 127.0.0.1, so each of these
 * is compared exactly and a missing one opens nothing: path, Host (against DNS rebinding), Origin.
 */
export function acceptUpgrade(request: IncomingMessage, rules: UpgradeRules): boolean {
  if (request.method !== "GET" || request.url !== "/extension") return false;
  if (only(request, "upgrade")?.toLowerCase() !== "websocket") return false;
  const host = only(request, "host");
  const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${rules.port}`);
  if (host === undefined || !hosts.includes(host)) return false;
  const origin = only(request, "origin");
  if (origin === undefined || !rules.isPairedOrigin(origin)) return false;
  return request.headersDistinct["sec-websocket-protocol"] === undefined;
}
