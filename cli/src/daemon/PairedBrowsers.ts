import { randomBytes } from "node:crypto";
import { fieldsOf } from "../connection/fieldsOf.js";
import { PrivateFile } from "../connection/PrivateFile.js";

/** A browser whose extension shares a secret with this daemon. The secret is never printed or logged. */
export interface PairedBrowser {
  /** 8 hex: this extension in this profile. */
  readonly instance_id: string;
  readonly kind: "managed" | "user";
  readonly name: string;
  readonly extension_id: string;
  /** 64 hex: 32 bytes. */
  readonly secret: string;
  /** Of a managed one: its profile outlives it. */
  readonly keep_profile?: boolean;
}

const TEXT: readonly (keyof PairedBrowser)[] = [
  "instance_id",
  "kind",
  "name",
  "extension_id",
  "secret",
];

/** What the file says of them; what is no pairing is left out. */
export function readPaired(content: unknown): readonly PairedBrowser[] {
  return Array.isArray(content) ? content.filter(isPaired) : [];
}

function isPaired(value: unknown): value is PairedBrowser {
  const fields = fieldsOf(value);
  if (!TEXT.every((name) => typeof fields.get(name) === "string")) return false;
  if (!/^[0-9a-f]{8}$/.test(String(fields.get("instance_id")))) return false;
  if (!/^[0-9a-f]{64}$/.test(String(fields.get("secret")))) return false;
  return fields.get("kind") === "managed" || fields.get("kind") === "user";
}

/** A new id and secret for a browser that is about to be paired. */
export function drawPairing(): Pick<PairedBrowser, "instance_id" | "secret"> {
  return { instance_id: randomBytes(4).toString("hex"), secret: randomBytes(32).toString("hex") };
}

/** The paired browsers, kept in `browsers.json` (0600). */
export class PairedBrowsers {
  readonly #file: PrivateFile;
  readonly #browsers = new Map<string, PairedBrowser>();

  constructor(path: string) {
    this.#file = new PrivateFile(path);
    for (const browser of readPaired(this.#file.take())) {
      this.#browsers.set(browser.instance_id, browser);
    }
  }

  all(): readonly PairedBrowser[] {
    return [...this.#browsers.values()];
  }

  get(instanceId: string): PairedBrowser | undefined {
    return this.#browsers.get(instanceId);
  }

  /** By name or by id. */
  find(nameOrId: string): PairedBrowser | undefined {
    return this.get(nameOrId) ?? this.all().find((browser) => browser.name === nameOrId);
  }

  /** The name, or with a number behind it when a browser has it already. */
  freeName(wanted: string): string {
    const taken = new Set(this.all().map(({ name }) => name));
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`;
    return name;
  }

  /** Throws `file_unwritable`; then nothing has changed. */
  put(browser: PairedBrowser): void {
    const before = this.get(browser.instance_id);
    this.#browsers.set(browser.instance_id, browser);
    try {
      this.#save();
    } catch (error) {
      if (before) this.#browsers.set(browser.instance_id, before);
      else this.#browsers.delete(browser.instance_id);
      throw error;
    }
  }

  remove(instanceId: string): void {
    if (this.#browsers.delete(instanceId)) this.#save();
  }

  /** The origins that may open the extension's socket: nobody's while nobody is paired. */
  isPairedOrigin(origin: string): boolean {
    return this.all().some((browser) => `chrome-extension://${browser.extension_id}` === origin);
  }

  #save(): void {
    this.#file.write(this.all());
  }
}
