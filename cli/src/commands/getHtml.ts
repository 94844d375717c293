import { refuseExisting, writeNewFile } from "../export/writeNewFile.js";
import { formatHtml, htmlNotes } from "../format/page.js";
import type { CommandSpec, Outcome } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

/** A file may hold as much as one answer can bring. */
const FILE_BYTES = 4 * 1024 * 1024;

/** To stdout, or to a new file. */
export const getHtml: CommandSpec = fromAction(
  action("page/get-html"),
  async ({ params: { out, ...params }, call }): Promise<Outcome> => {
    if (typeof out !== "string") {
      const value = await call("page/get-html", params);
      return { value, text: () => formatHtml(value) };
    }
    await refuseExisting(out);
    const found = await call("page/get-html", { max_bytes: FILE_BYTES, ...params });
    const { html = "", ...rest } = found;
    const bytes = await writeNewFile(out, [html]);
    const value = { ...rest, bytes, path: out };
    const text = () => [`${bytes} bytes  ${out}`, ...htmlNotes(value)].join("\n");
    return { value, text };
  },
);
