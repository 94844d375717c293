import { errors } from "@bsk/core";
import type { Extensions } from "../daemon/Extensions.js";
import type { PairedBrowser } from "../daemon/PairedBrowsers.js";
import { browserFolder, prepareFolder, removeFolder } from "./browserFolder.js";
import { KeeperLink } from "./KeeperLink.js";
import { spawnKeeper } from "./spawnKeeper.js";

/** From the loaded extension to its worker's hello. */
const HELLO_MS = 15_000;

export interface LaunchOptions {
  readonly home: string;
  /** The daemon's port for extensions. */
  readonly port: number;
  /** Already registered: the worker says hello while the launch still goes on. */
  readonly browser: PairedBrowser;
  readonly chromePath: string;
  readonly headless: boolean;
  /** It takes up the profile of one that crashed. */
  readonly resumes: boolean;
  /** Of the browser's process. */
  readonly env: { readonly [name: string]: string | undefined };
  readonly cdpPort?: number | undefined;
  readonly extensions: Extensions;
  readonly signal: AbortSignal;
}

async function untilHello(link: KeeperLink, options: LaunchOptions): Promise<void> {
  const { browser, extensions, signal } = options;
  if (link.browser.extension_id !== browser.extension_id) {
    const given = link.browser.extension_id;
    throw errors.browserStartFailed(
      `the extension got the id ${given}; its manifest has lost its key.`,
    );
  }
  const hello = extensions.waitFor(browser.instance_id, HELLO_MS, signal);
  if (await Promise.race([hello, link.ended])) return;
  if (signal.aborted) throw errors.cancelled("browser/start");
  if (link.hasEnded) throw errors.browserStartFailed("it ended before its extension said hello.");
  const refusal = extensions.refusalOf(browser.instance_id);
  throw errors.browserStartFailed(
    refusal === undefined
      ? `the extension was loaded, but its worker said no hello within ${HELLO_MS} ms.`
      : `the extension was loaded and turned away: ${refusal}.`,
  );
}

async function spawn(options: LaunchOptions): Promise<KeeperLink> {
  const { home, browser } = options;
  const places = browserFolder(home, browser.name);
  await spawnKeeper(
    {
      instance_id: browser.instance_id,
      chrome_path: options.chromePath,
      headless: options.headless,
      folder: places.folder,
      extension_folder: places.extension,
      profile: places.profile,
      keep_profile: browser.keep_profile === true,
      resumes: options.resumes,
      socket: places.socket,
      ...(options.cdpPort === undefined ? {} : { cdp_port: options.cdpPort }),
    },
    options.env,
    options.signal,
  );
  const link = await KeeperLink.open(places.socket, browser.instance_id);
  if (!link) throw errors.browserStartFailed("its keeper ended at once.");
  return link;
}

/** Launches a managed browser and waits for its worker's hello: nothing less proves that it works. */
export async function launchBrowser(options: LaunchOptions): Promise<KeeperLink> {
  const { home, port, browser, resumes } = options;
  const { instance_id, name, secret } = browser;
  const places = browserFolder(home, name);
  try {
    prepareFolder(places, { port, secret, instance_id, name });
    const link = await spawn(options);
    try {
      await untilHello(link, options);
      return link;
    } catch (error) {
      await link.stop({ leaves: resumes });
      throw error;
    }
  } catch (error) {
    await removeFolder(places, resumes || browser.keep_profile === true).catch(() => undefined); // its cause comes first
    throw error;
  }
}
