export interface FlagOptions {
  /** chrome-launcher's own. */
  readonly defaults: readonly string[];
  readonly headless: boolean;
  readonly isRoot: boolean;
  /** Also open CDP on this TCP port; undefined: on none. */
  readonly cdpPort?: number | undefined;
}

/** Pages that the browser loads into each window for its address bar, where nobody sees or uses one. */
const ADDRESS_BAR_PAGES = "WebUIOmniboxPopup,WebUIOmniboxAimPopup";

/** The flags of a managed browser; measured in reference/prototypes.md 1. */
export function chromeFlags({ defaults, headless, isRoot, cdpPort }: FlagOptions): string[] {
  return [
    // With it, loadUnpacked answers with an id and no worker ever starts.
    ...defaults
      .filter((flag) => flag !== "--disable-extensions")
      // Of two such flags the browser would take the last alone.
      .map((flag) =>
        headless && flag.startsWith("--disable-features=") ? `${flag},${ADDRESS_BAR_PAGES}` : flag,
      ),
    "--remote-debugging-pipe",
    "--enable-unsafe-extension-debugging",
    // The debugger's infobar resizes the page and falsifies layout shifts.
    "--silent-debugger-extension-api",
    ...(headless ? ["--headless=new", "--disable-gpu"] : []),
    // Chromium's sandbox refuses to run as root; browser/start says so in its warnings.
    ...(isRoot ? ["--no-sandbox"] : []),
    ...(cdpPort === undefined ? [] : [`--remote-debugging-port=${cdpPort}`]),
  ];
}
