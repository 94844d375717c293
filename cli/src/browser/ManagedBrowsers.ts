import { EXTENSION_ID, errors } from "@bsk/core";
import type { ActionParams } from "@bsk/schema";
import type { Extensions } from "../daemon/Extensions.js";
import { drawPairing, type PairedBrowser, type PairedBrowsers } from "../daemon/PairedBrowsers.js";
import {
  browserFolder,
  hasCrashed,
  lostPairings,
  removeFolder,
  writePairing,
} from "./browserFolder.js";
import { asCaller } from "./callerEnvironment.js";
import { hasDisplay } from "./display.js";
import { KeeperLink } from "./KeeperLink.js";
import type { KeptBrowser } from "./KeptBrowser.js";

export interface ManagedBrowsersOptions {
  readonly home: string;
  /** The daemon's port for extensions, known once it listens. */
  readonly port: () => number;
  readonly paired: PairedBrowsers;
  readonly extensions: Extensions;
  /** A managed browser is gone, whoever ended it. */
  readonly onGone: (browser: PairedBrowser) => void;
}

const DEFAULT_NAME = "main";

interface Started {
  readonly browser: PairedBrowser;
  /** It ran already: nothing was started. */
  readonly isRunning: boolean;
  /** It took up the profile of one that crashed. */
  readonly resumes: boolean;
}

/** The browsers that bsk launched: each has a keeper process that outlives this daemon. */
export class ManagedBrowsers {
  readonly #options: ManagedBrowsersOptions;
  readonly #links = new Map<string, KeeperLink>();
  readonly #starting = new Set<string>();
  /** Folders that are being removed, by the browser's name: a new one of that name waits. */
  readonly #removing = new Map<string, Promise<void>>();

  constructor(options: ManagedBrowsersOptions) {
    this.#options = options;
  }

  /** Undefined while it starts, and for a browser that is not managed. */
  keptBrowser(instanceId: string): KeptBrowser | undefined {
    return this.#links.get(instanceId)?.browser;
  }

  isStarting(instanceId: string): boolean {
    return this.#starting.has(instanceId);
  }

  /** Those that run, as they are paired. */
  running(): readonly PairedBrowser[] {
    return this.#options.paired.all().filter(({ instance_id: id }) => this.#links.has(id));
  }

  /** Finds the browsers of an earlier daemon again, and clears up after those that have ended since. */
  async adopt(): Promise<void> {
    const { home, paired } = this.#options;
    await this.#recover();
    const managed = paired.all().filter(({ kind }) => kind === "managed");
    await Promise.all(
      managed.map(async (browser) => {
        const places = browserFolder(home, browser.name);
        const link = await KeeperLink.open(places.socket, browser.instance_id);
        if (link) {
          const { instance_id, name, secret } = browser;
          writePairing(places, { port: this.#options.port(), secret, instance_id, name });
          this.#watch(browser, link);
        } else {
          this.#forget(browser, false);
        }
      }),
    );
  }

  /** Browsers that run while the memory of them is gone: their own copy of the extension knows the pairing. */
  async #recover(): Promise<void> {
    const { home, paired } = this.#options;
    for (const { pairing, keepProfile } of lostPairings(home)) {
      const { instance_id, secret, name } = pairing;
      if (paired.all().some((known) => known.name === name)) continue;
      const link = await KeeperLink.open(browserFolder(home, name).socket, instance_id);
      link?.release();
      if (!link) continue;
      const kept = keepProfile ? { keep_profile: true } : {};
      paired.put({
        instance_id,
        secret,
        name,
        kind: "managed",
        extension_id: EXTENSION_ID,
        ...kept,
      });
    }
  }

  /** Throws `browser_exists`, `browser_start_failed` or `cancelled`. */
  async start(params: ActionParams["browser/start"], signal: AbortSignal): Promise<Started> {
    const { home, port, paired, extensions } = this.#options;
    const running = this.#running(params);
    if (running) return { browser: running, isRunning: true, resumes: false };
    const headless = params.headless === true;
    const name = this.#freeName(params.name);
    const env = asCaller(process.env, params.environment);
    if (!headless && !hasDisplay(env)) {
      throw errors.browserStartFailed("there is no display here.", "bsk browser start --headless");
    }
    const browser: PairedBrowser = {
      ...drawPairing(),
      kind: "managed",
      name,
      extension_id: EXTENSION_ID,
      ...(params.keep_profile ? { keep_profile: true } : {}),
    };
    paired.put(browser);
    this.#starting.add(browser.instance_id);
    try {
      await this.#removing.get(name);
      // Loaded when needed: finding and launching pull in chrome-launcher.
      const { findBrowser } = await import("./findBrowser.js");
      const { launchBrowser } = await import("./launchBrowser.js");
      const chromePath = findBrowser(params.chrome_path, env);
      const cdpPort = params.cdp_port;
      const resumes = hasCrashed(browserFolder(home, name));
      const link = await launchBrowser({
        home,
        port: port(),
        browser,
        chromePath,
        headless,
        resumes,
        env,
        cdpPort,
        extensions,
        signal,
      });
      this.#watch(browser, link);
      return { browser, isRunning: false, resumes };
    } catch (error) {
      paired.remove(browser.instance_id);
      throw error;
    } finally {
      this.#starting.delete(browser.instance_id);
    }
  }

  /** Ends a running one. */
  async stop(browser: PairedBrowser): Promise<void> {
    await this.#links.get(browser.instance_id)?.stop();
  }

  /** Lets go of all of them; they stay. */
  release(): void {
    for (const link of this.#links.values()) link.release();
  }

  /** The one of the usual name, where nothing is asked for that it is not. */
  #running({
    name,
    headless = false,
    cdp_port: port,
    chrome_path: path,
    keep_profile: keep,
  }: ActionParams["browser/start"]): PairedBrowser | undefined {
    const main = this.running().find((browser) => browser.name === DEFAULT_NAME);
    const kept = main && this.keptBrowser(main.instance_id);
    if (name !== undefined || path !== undefined || kept?.headless !== headless) return undefined;
    if (keep === true && main?.keep_profile !== true) return undefined;
    const hasPort = port === 0 ? kept.cdp_port !== undefined : port === kept.cdp_port;
    return port === undefined || hasPort ? main : undefined;
  }

  #freeName(wanted: string | undefined): string {
    const { paired } = this.#options;
    if (wanted === undefined) return paired.freeName(DEFAULT_NAME);
    if (paired.all().some(({ name }) => name === wanted)) throw errors.browserExists(wanted);
    return wanted;
  }

  #watch(browser: PairedBrowser, link: KeeperLink): void {
    this.#links.set(browser.instance_id, link);
    void link.ended.then(() => {
      this.#links.delete(browser.instance_id);
      this.#forget(browser, link.isStopped);
      this.#options.onGone(browser);
    });
  }

  /** A browser that nobody ended has crashed, or its keeper has removed what was to be removed. */
  #forget(browser: PairedBrowser, isStopped: boolean): void {
    const { home, paired } = this.#options;
    const { instance_id: id, name } = browser;
    const isKept = browser.keep_profile === true || !isStopped;
    paired.remove(id);
    const removal = removeFolder(browserFolder(home, name), isKept)
      .catch(() => undefined) // somebody still writes there; the next browser of that name clears it up
      .then(() => {
        if (this.#removing.get(name) === removal) this.#removing.delete(name);
      });
    this.#removing.set(name, removal);
  }
}
