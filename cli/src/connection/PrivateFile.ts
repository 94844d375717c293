import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { errors } from "@bsk/core";

/** A JSON file that only this user can read, replaced whole or not at all. */
export class PrivateFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Foreign until it is checked; undefined when there is none, or what is there is not JSON. */
  read(): unknown {
    try {
      return JSON.parse(readFileSync(this.#path, "utf8"));
    } catch {
      // A daemon must start even when its memory is gone: it then knows nobody.
      return undefined;
    }
  }

  /** As `read`; what is there and is not JSON is kept beside, as `.broken`, and not met again. */
  take(): unknown {
    const content = this.read();
    if (content !== undefined) return content;
    try {
      renameSync(this.#path, `${this.#path}.broken`);
    } catch {
      // There is none.
    }
    return undefined;
  }

  /** Throws `file_unwritable`. */
  write(value: unknown): void {
    const next = `${this.#path}.${randomBytes(6).toString("hex")}`;
    try {
      writeFileSync(next, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600, flag: "wx" });
      renameSync(next, this.#path);
    } catch (error) {
      throw errors.fileUnwritable(this.#path, String(error));
    } finally {
      rmSync(next, { force: true });
    }
  }
}
