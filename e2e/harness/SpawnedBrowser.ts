import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--headless=new",
  "--disable-gpu",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The first lets `--load-extension` in; the others are pages of the address bar, 1.5 s of computing for each window.
  "--disable-features=DisableLoadExtensionCommandLineSwitch,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
];
const END_MS = 5_000;

/** A browser process that bsk did not start, in a profile of its own. */
export class SpawnedBrowser {
  readonly profile: string = mkdtempSync(join(tmpdir(), "bsk-own-"));
  readonly process: ChildProcess;
  readonly #gone: Promise<void>;

  constructor(flags: readonly string[], stdio: StdioOptions = "ignore") {
    this.process = spawn(
      process.env.CHROME_PATH ?? "chromium",
      [
        ...FLAGS,
        `--user-data-dir=${this.profile}`,
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        ...flags,
        "about:blank",
      ],
      {
        stdio,
        env: { ...process.env, XDG_CONFIG_HOME: this.profile, XDG_CACHE_HOME: this.profile },
      },
    );
    this.#gone = new Promise((resolve) => {
      this.process.once("exit", () => resolve());
      this.process.once("error", () => resolve());
    });
  }

  /** After it was asked to close: waits for that, ends it where it does not, and takes the profile away. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.process.kill("SIGKILL"), END_MS);
    await this.#gone;
    clearTimeout(timer);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
