import type { FieldValue } from "@bsk/schema";
import { cutEnd, shortId } from "./shorten.js";

/** `no field "title" in n3; r1 renamed it: title → subject`; undefined for a value that no body was asked for. */
export function absentField(value: FieldValue): string | undefined {
  const { looked_for: name, source, rule_id: rule, same_value_other_name: other } = value;
  if (name === undefined) return undefined;
  const where = source === undefined ? "the bodies" : shortId(source);
  return [
    `no field "${cutEnd(name, 40)}" in ${where}`,
    ...(rule === undefined ? [] : [`${shortId(rule)} ${doneTo(value.rule_change ?? "")}`]),
    ...(other === undefined ? [] : [`the same value is at ${cutEnd(other, 60)}`]),
  ].join("; ");
}

function doneTo(change: string): string {
  if (change === "body") return "replaced the body";
  return change.startsWith("remove:") ? "removed it" : `renamed it: ${cutEnd(change, 80)}`;
}
