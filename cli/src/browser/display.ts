import { platform } from "node:os";

/** Whether whoever has this environment can open a window. Only Linux has machines without a display and says so. */
export function hasDisplay(env: { readonly [name: string]: string | undefined }): boolean {
  return platform() !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
