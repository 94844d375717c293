/** What every placeholder begins with; a replay must refuse a value that holds it. */
export const MASK_START = "[redacted";

const RULE = /^[a-z0-9_]{1,24}$/;
const masks = new Map<string, string>();
const known = new Set<string>();

/** Declares a rule's name, so that its mask is recognised on a second pass. */
export function declareRules(rules: Iterable<string>): void {
  for (const rule of rules) {
    if (!RULE.test(rule)) throw new Error(`"${rule}" cannot be the name of a redaction rule`);
    masks.set(rule, `${MASK_START}:${rule}]`);
    known.add(`${MASK_START}:${rule}]`);
  }
}

/** The names of all rules, sorted. */
export function ruleNames(): string[] {
  return [...masks.keys()].sort();
}

/** The literal that takes a value's place: it names the rule and nothing of the value. */
export function maskOf(rule: string): string {
  return masks.get(rule) ?? `${MASK_START}:${rule}]`;
}

/** Whether a text is exactly one of our masks. Only declared rules count: a secret cannot pose as one. */
export function isMask(text: string): boolean {
  return text.charCodeAt(0) === 91 && known.has(text);
}
