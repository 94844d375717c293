import { BskError } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import { inFrame } from "./frames.js";
import { callOn, type Handle } from "./Handle.js";
import { refOf } from "./locate.js";
import { DESCRIBE_FIELD, type FieldFacts } from "./page/describeField.js";
import { oneLine } from "./quote.js";
import { isSecret } from "./secretFacts.js";

const NAME_CHARS = 80;
/** Roles that say nothing of an element. */
const MUTE: ReadonlySet<string> = new Set(["", "generic", "none", "presentation", "unknown"]);

/** An element in words, `button "Save"`; without a role and a name, the target as it was given. */
export async function describe(attempt: Attempt, target: string, handle: Handle): Promise<string> {
  const { secrets } = attempt.watch;
  const ref = refOf(attempt, target);
  if (ref && !MUTE.has(ref.role))
    return named(ref.role, oneLine(ref.name, NAME_CHARS, secrets), target);
  try {
    const { nodes } = await attempt.send(
      "Accessibility.getPartialAXTree",
      { objectId: handle.objectId, fetchRelatives: false },
      inFrame(handle.frame),
    );
    const role = text(nodes[0]?.role?.value);
    const name = text(nodes[0]?.name?.value);
    if (MUTE.has(role)) return target;
    const facts = await callOn<FieldFacts>(attempt, handle, DESCRIBE_FIELD);
    const repeatsSecret = facts.value !== "" && name.includes(facts.value) && isSecret(facts);
    return named(role, repeatsSecret ? "[redacted]" : oneLine(name, NAME_CHARS, secrets), target);
  } catch (error) {
    attempt.throwIfEnded();
    if (error instanceof BskError) return target; // words are no reason to fail
    throw error;
  }
}

function named(role: string, name: string, target: string): string {
  return name === "" ? `${role} ${target}` : `${role} ${JSON.stringify(name)}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
