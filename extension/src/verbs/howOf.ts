import type { OperationRecord } from "@bsk/schema";

type How = NonNullable<OperationRecord["how"]>;

/** Parameters of verbs that say how a thing is done, each with what is usual; none holds text of a page or a person. */
const USUAL: { readonly [Name in keyof Required<How>]: How[Name] } = {
  button: "left",
  click_count: 1,
  modifiers: [],
  hold_ms: 0,
  no_clear: false,
  hard: false,
};

/** How a verb is asked to do it, for its operation; undefined: as usual. */
export function howOf(params: object): How | undefined {
  const isUnusual = (name: string, value: unknown): boolean =>
    Object.hasOwn(USUAL, name) &&
    JSON.stringify(value) !== JSON.stringify(USUAL[name as keyof How]) &&
    value !== undefined;
  const found = Object.entries(params).filter(([name, value]) => isUnusual(name, value));
  return found.length === 0 ? undefined : (Object.fromEntries(found) as How); // validated, under the same names
}
