import { isSecretField } from "@bsk/core";
import type { FieldFacts } from "./page/describeField.js";

/** Whether a field's value must not be shown. */
export function isSecret(facts: FieldFacts): boolean {
  return facts.wasPassword || facts.type === "file" || isSecretField(facts);
}
