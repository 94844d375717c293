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

/** Whether bsk started this browser: its copy of the extension holds the pairing. */
export async function isManaged(): Promise<boolean> {
  return parsePairing(await packaged()) !== undefined;
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
  if (typeof instance_id !== "string" || !/^[0-9a-f]{8}$/.test(instance_id)) return undefined;
  return { port, secret, instanceId: instance_id };
}
