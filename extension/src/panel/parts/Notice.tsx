import type { VNode } from "preact";
import type { PanelError } from "../messages.js";
import { visible } from "../model/visible.js";

/** A line that must not be overlooked. */
export function Notice({ text, tone }: { text: string; tone: "warn" | "bad" | "info" }): VNode {
  return (
    <p class={`notice ${tone}`} role={tone === "bad" ? "alert" : undefined}>
      {visible(text)}
    </p>
  );
}

/** What went wrong, with its code; nothing when nothing did. */
export function Failure({ error }: { error: PanelError | undefined }): VNode | null {
  if (!error) return null;
  return <Notice tone="bad" text={`${error.message} (${error.code})`} />;
}
