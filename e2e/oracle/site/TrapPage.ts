import type { Workspace } from "../../harness/index.js";
import type { Exchange } from "../../sites/Exchange.js";

/** The site's two origins: two sites to a browser. */
export interface Origins {
  readonly main: string;
  readonly cross: string;
}

export type Handler = (exchange: Exchange) => void | Promise<void>;
export type OracleRoutes = Handler;

/** What a page's scene may use while it is played. */
export interface Scene {
  readonly url: string;
  readonly workspace: Workspace;
  /** Runs one command; it must succeed. Its output. */
  readonly bsk: (...args: string[]) => Promise<string>;
}

/** One page of the oracle's site. It plays by itself on load and ends with the title `done`. */
export interface TrapPage {
  /** All its paths begin with `/name/`, on both origins. */
  readonly name: string;
  /** Numbers of the traps that it walks into. */
  readonly traps: readonly number[];
  readonly about: string;
  /** HTML of the body. */
  readonly body?: string;
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of an async function; the origins are `MAIN` and `CROSS`, its own folder on them `here` and `there`. */
  readonly script?: string;
  /** Answers by `METHOD path-within-the-folder`, on either origin; `*` ends a prefix. */
  readonly routes?: Readonly<Record<string, Handler>>;
  /** It sends its script's requests one after the other: a run has them in the server's order. */
  readonly isOrdered?: boolean;
  /** Before the page is opened, with the capture running. */
  readonly setUp?: (scene: Scene) => Promise<void>;
  /** As soon as the page is there; it may wait for it. */
  readonly act?: (scene: Scene) => Promise<void>;
  /** Once the page is done. */
  readonly after?: (scene: Scene) => Promise<void>;
  /** The page is opened before the capture starts, and told to go on by the title `go`. */
  readonly isLate?: boolean;
}
