/** What both ends of the extension's socket must agree on; the frames are in schema/messages. */

/** `major.minor`: the major must match, another minor is a warning. */
export const PROTOCOL = "1.0";

/** The extension's id, fixed by the `key` in its manifest. */
export const EXTENSION_ID = "jbpmglmkbjjeiaiaddnadcnbighgbidm";

export const DEFAULT_PORT = 52861;

export interface ProofParts {
  /** `chrome-extension://<id>`, as the daemon read it from the Origin header. */
  readonly origin: string;
  readonly instanceId: string;
  /** 64 hex, drawn by the extension for this connection. */
  readonly clientNonce: string;
  /** 64 hex, drawn by the daemon for this connection. */
  readonly serverNonce: string;
}

/**
 * The text whose HMAC-SHA256 under the shared secret (32 bytes) proves a side. The role keeps one side's
 * proof from being sent back as the other's.
 */
export function proofText(role: "daemon" | "extension", parts: ProofParts): string {
  const { origin, instanceId, clientNonce, serverNonce } = parts;
  return ["bsk-proof-1", role, origin, instanceId, clientNonce, serverNonce].join("|");
}
