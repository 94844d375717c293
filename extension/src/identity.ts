/** Put in by build.js; absent where the compiled sources run without the bundler (unit tests). */
declare const BSK_BUILD: string | undefined;

/** Content hash of the sources, 12 hex; the daemon compares it with its own. */
export const BUILD: string = typeof BSK_BUILD === "string" ? BSK_BUILD : "unbundled";

/** The extension's version from its manifest. */
export function extensionVersion(): string {
  return chrome.runtime.getManifest().version;
}

/** Browser and major version from the user agent, such as `Chrome/156.0.0.0`. */
export function browserProduct(): string {
  return /(?:Edg|Chrome)\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? "Chromium";
}
