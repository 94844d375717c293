import { drawHex } from "./hex.js";

/** How this extension finds its daemon and what it shares with it. */
export interface Pairing {
  readonly port: number;
  /** 256 bits as hex. Never sent, never logged. */
  readonly secret: string;
  /** 8 hex: this browser instance. */
  readonly instanceId: string;
}

/** The pairing packaged with a managed browser's copy, else the stored one; undefined: not paired. */
export async function readPairing(): Promise<Pairing | undefined> {
  return parsePairing(await packaged()) ?? parsePairing(await stored());
}

/** Whose pairing it is: the launched browser's own, the person's, or nobody's. */
export type PairingSource = "packaged" | "stored" | "none";

export async function pairingSource(): Promise<PairingSource> {
  if (parsePairing(await packaged())) return "packaged";
  return parsePairing(await stored()) ? "stored" : "none";
}

/** For the boot: what is stored can be read by the worker and this extension's own pages alone. */
export async function keepStorageFromOthers(): Promise<void> {
  await chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}

export async function storePairing({ port, secret, instanceId: id }: Pairing): Promise<void> {
  await chrome.storage.local.set({ pairing: { port, secret, instance_id: id } });
}

export async function forgetPairing(): Promise<void> {
  await chrome.storage.local.remove("pairing");
}

/** 8 hex: this extension in this profile; drawn once, so that pairing again replaces the pairing before. */
export async function instanceId(): Promise<string> {
  const { instance_id: kept } = await chrome.storage.local.get("instance_id");
  if (isInstanceId(kept)) return kept;
  const drawn = drawHex(4);
  await chrome.storage.local.set({ instance_id: drawn });
  return drawn;
}

function isInstanceId(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}$/.test(value);
}

async function packaged(): Promise<unknown> {
  try {
    const response = await fetch(chrome.runtime.getURL("pairing.json"));
    return await response.json();
  } catch {
    return undefined; // a user's own browser has no such file
  }
}

async function stored(): Promise<unknown> {
  return (await chrome.storage.local.get("pairing")).pairing;
}

function parsePairing(data: unknown): Pairing | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { port, secret, instance_id } = data as { [name: string]: unknown }; // each is checked next
  if (typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65535)
    return undefined;
  if (typeof secret !== "string" || !/^[0-9a-f]{64}$/.test(secret)) return undefined;
  if (!isInstanceId(instance_id)) return undefined;
  return { port, secret, instanceId: instance_id };
}
