import { keyRule } from "../keys/secretKey.js";
import type { MaskCount } from "../MaskCount.js";
import { isMask, maskOf } from "../mask.js";
import { redactText } from "../redactText.js";
import { type FieldDescription, isSecretField } from "./isSecretField.js";

/** Says what a field is, and is never its value. */
const NAMES: ReadonlySet<string> = new Set("tag type name id autocomplete".split(" "));

const VALUES: ReadonlySet<string> = new Set(
  "value defaultValue text textContent innerText content".split(" "),
);

/** A field with its value masked if it is secret; texts that repeat the value go with it. */
export function redactField<Field extends FieldDescription>(
  field: Field,
  masks?: MaskCount,
): Field {
  const secret = ruleOf(field);
  const value = secret === undefined ? undefined : field.value;
  const entries = Object.entries(field).map(
    ([name, text]: [string, unknown]): [string, unknown] => [
      name,
      redactProperty(name, text, { secret, value, masks }),
    ],
  );
  // Strings were exchanged for strings under the same keys, so the type still holds.
  return { ...field, ...Object.fromEntries(entries) };
}

function redactProperty(
  name: string,
  text: unknown,
  field: {
    readonly secret: string | undefined;
    readonly value: string | undefined;
    readonly masks: MaskCount | undefined;
  },
): unknown {
  const isText = typeof text === "string";
  if (!(isText ? text !== "" && !isMask(text) : typeof text === "number")) return text;
  if (NAMES.has(name)) return text;
  const own = VALUES.has(name) ? field.secret : secretProperty(name, String(text), field.value);
  if (own === undefined) return isText ? redactText(text, field.masks) : text;
  field.masks?.add(own);
  return maskOf(own);
}

function ruleOf(field: FieldDescription): string | undefined {
  if (field.type?.toLowerCase() === "file") return "file";
  if (!isSecretField(field)) return undefined;
  const type = field.type?.toLowerCase() === "password" ? "password" : undefined;
  return type ?? keyRule(field.name ?? "")?.rule ?? keyRule(field.id ?? "")?.rule ?? "field";
}

function secretProperty(name: string, text: string, value: string | undefined): string | undefined {
  if (value !== undefined && value.length >= 3 && text.includes(value)) return "field";
  return name === "label" || name === "placeholder" ? undefined : keyRule(name)?.rule;
}
