import type { IncomingMessage } from "node:http";

export interface UpgradeRules {
  readonly port: number;
  readonly isPairedOrigin: (origin: string) => boolean;
  /** Whether a `bsk pair` waits for its code. */
  readonly isPairing: boolean;
}

/** Any extension's origin, as a browser writes it. */
const EXTENSION_ORIGIN = /^chrome-extension:\/\/[a-p]{32}$/;

/** The only value of a header; undefined when it is missing or was sent more than once. */
function only(request: IncomingMessage, name: string): string | undefined {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}

/**
 * Whether a request may become a socket, and which: of a paired extension, or of one that is to be paired. Every page
 * can reach 127.0.0.1, so each of these is compared exactly and a missing one opens nothing: path, Host (against DNS
 * rebinding), Origin.
 */
export function acceptUpgrade(
  request: IncomingMessage,
  rules: UpgradeRules,
): "extension" | "pair" | undefined {
  const origin = only(request, "origin");
  if (origin === undefined || !isWellFormed(request, rules.port)) return undefined;
  if (request.url === "/extension" && rules.isPairedOrigin(origin)) return "extension";
  const isPair = request.url === "/pair" && rules.isPairing && EXTENSION_ORIGIN.test(origin);
  return isPair ? "pair" : undefined;
}

function isWellFormed(request: IncomingMessage, port: number): boolean {
  if (request.method !== "GET") return false;
  if (only(request, "upgrade")?.toLowerCase() !== "websocket") return false;
  const host = only(request, "host");
  const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port}`);
  if (host === undefined || !hosts.includes(host)) return false;
  return request.headersDistinct["sec-websocket-protocol"] === undefined;
}
