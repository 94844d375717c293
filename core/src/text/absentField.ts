import type { FieldValue } from "@bsk/schema";
import { cutEnd, shortId } from "./shorten.js";

/** `no field "title" in n3; r1 renamed it: title → subject`; undefined for a value that no body was asked for. */
export function absentField(value: FieldValue): string | undefined {
  const { looked_for: name, source, rule_id: rule, same_value_other_name: other } = value;
  if (name === undefined) return undefined;
  const where = source === undefined ? "the bodies" : shortId(source);
  const { masked_at: masked, in_list_at: listed } = value;
  const outside = listed === undefined ? "" : " outside lists";
  return [
    `no field "${cutEnd(name, 40)}"${outside} in ${where}`,
    ...(rule === undefined ? [] : [`${shortId(rule)} ${doneTo(value.rule_change ?? "")}`]),
    ...(listed === undefined ? [] : [inList(value, listed)]),
    ...(masked === undefined
      ? []
      : [`a masked value is at ${cutEnd(masked, 60)}: masked values cannot be compared`]),
    ...(other === undefined ? [] : [`the same value is at ${cutEnd(other, 60)}`]),
  ].join("; ");
}

function doneTo(change: string): string {
  if (change === "body") return "replaced the body";
  return change.startsWith("remove:") ? "removed it" : `renamed it: ${cutEnd(change, 80)}`;
}

/** `one is at /items/0/qty "3"` */
function inList(
  { in_list_count: count = 1, in_list_value: text = "" }: FieldValue,
  at: string,
): string {
  const which = count === 1 ? "one is at" : `${count} are in lists, the first at`;
  return `${which} ${cutEnd(at, 60)} ${JSON.stringify(cutEnd(text, 60))}`;
}
