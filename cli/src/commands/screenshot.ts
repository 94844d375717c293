import { resolve } from "node:path";
import { refuseExisting, writeNewFile } from "../export/writeNewFile.js";
import { matchesLines } from "../format/page.js";
import type { CommandSpec, Outcome } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

/** Into a new file, always: pixels are no text. */
export const screenshot: CommandSpec = fromAction(
  action("page/screenshot"),
  async ({ params: { out, ...params }, call, host }): Promise<Outcome> => {
    const path = typeof out === "string" ? out : resolve(host.cwd, defaultName(new Date()));
    await refuseExisting(path);
    const { data = "", ...taken } = await call("page/screenshot", params);
    const bytes = await writeNewFile(path, [Buffer.from(data, "base64")]);
    const value = { ...taken, bytes, path };
    const { did, width, height, truncated } = value;
    const cut = truncated ? "  cut: the page is larger" : "";
    const line = `${did}  ${width}x${height}  ${bytes} bytes  ${path}${cut}`;
    return { value, text: () => [line, ...matchesLines(value)].join("\n") };
  },
);

/** `screenshot-20260824-164536-133.png` */
function defaultName(now: Date): string {
  const stamp = now.toISOString().replace(/[-:]/g, "").replace("T", "-").replace(".", "-");
  return `screenshot-${stamp.replace("Z", "")}.png`;
}
