import type { JsonEdits } from "./RuleDefinition.js";
import { at, fault, plain, text } from "./shape.js";

const MOST_EDITS = 32;
const NAME_CHARS = 256;
/** Nesting of a value that is set. */
const DEEPEST = 64;

/** Edits of a JSON object's top level. Throws `invalid_rule`. */
export function readEdits(place: string, value: unknown): JsonEdits {
  const { set = {}, remove = [], rename = {} } = plain(place, value, ["set", "remove", "rename"]);
  const edits: JsonEdits = {
    rename: Object.entries(plain(`${place}.rename`, rename)).map(([from, to]) => {
      const here = at(`${place}.rename`, from);
      return [text(here, from, NAME_CHARS), text(here, to, NAME_CHARS)] as const;
    }),
    remove: names(`${place}.remove`, remove),
    set: Object.entries(plain(`${place}.set`, set)).map(([name, given]) => {
      const here = at(`${place}.set`, name);
      checkValue(here, given);
      return [text(here, name, NAME_CHARS), JSON.stringify(given)] as const;
    }),
  };
  const count = edits.rename.length + edits.remove.length + edits.set.length;
  if (count < 1 || count > MOST_EDITS)
    fault(place, `has ${count} edits; 1 to ${MOST_EDITS} are taken`);
  if (edits.rename.some(([from, to]) => from === to)) fault(`${place}.rename`, "renames to itself");
  return edits;
}

function names(place: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) return fault(place, "is not a list");
  const found = value.map((name, index) => text(`${place}[${index}]`, name, NAME_CHARS));
  if (new Set(found).size < found.length) fault(place, "names a key twice");
  return found;
}

/** A number of JSON that JavaScript would have changed must not go out as another one. */
function checkValue(place: string, given: unknown): void {
  const open: [value: unknown, depth: number][] = [[given, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (depth > DEEPEST) fault(place, `is nested deeper than ${DEEPEST}`);
    if (typeof value === "number" && !isExact(value)) {
      fault(place, 'has a number that is not exact; write the whole text as "body" instead');
    }
    if (typeof value === "object" && value !== null) {
      for (const part of Object.values(value)) open.push([part, depth + 1]);
    }
  }
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
