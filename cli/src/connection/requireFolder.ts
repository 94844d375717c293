import { type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { errors } from "@bsk/core";

/** Throws `home_unusable` where the home, or what it would lie in, is something else than a folder. */
export function requireFolder(home: string): void {
  let path = home;
  let found = statOf(path);
  while (!found && dirname(path) !== path) {
    path = dirname(path);
    found = statOf(path);
  }
  if (!found || found.isDirectory()) return;
  throw errors.homeUnusable(home, `${path} is not a folder`, otherHome(process.env));
}

/** A bad choice is taken back; where the usual place is bad, another one is chosen. */
export function otherHome(env: { readonly [name: string]: string | undefined }): string {
  return env.BSK_HOME ? "unset BSK_HOME" : 'export BSK_HOME="$HOME/bsk-home"';
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // it is not there, or what it lies in is no folder
  }
}
