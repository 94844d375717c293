import type { VNode } from "preact";
import { counted } from "../model/units.js";
import { isNamed } from "../state/named.js";
import { route } from "../state/route.js";
import { Notice } from "./Notice.js";

/** Says that the record which the address names is not there; nothing when it is, or none is named. */
export function Missing({
  kept,
  noun,
  dropped = 0,
}: {
  kept: readonly { readonly id: string }[];
  noun: string;
  /** How many of them the run had no room for. */
  dropped?: number;
}): VNode | null {
  const { id } = route.value;
  if (id === undefined || kept.some((record) => isNamed(record.id))) return null;
  const gone = dropped > 0 ? `; ${dropped.toLocaleString("en")} had to go for room` : "";
  return (
    <Notice
      tone="warn"
      text={`${id} is not among the ${counted(kept.length, noun)} kept${gone}.`}
    />
  );
}
