import type { VNode } from "preact";
import { Notice } from "./Notice.js";

/** What to say of a record that the address names and the run does not have. */
export function Missing({ id }: { id: string }): VNode {
  return (
    <Notice
      tone="warn"
      text={`${id} is not in this run: there was no room for it any more, or it never was.`}
    />
  );
}
