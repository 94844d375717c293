import { BOUNDS } from "./bounds.js";
import { attribute } from "./clobberSafe.js";
import { heldValue, isField } from "./controls.js";
import { fieldKey } from "./fieldKey.js";
import type { SnapshotField } from "./messages.js";
import { labelOf, nameOf } from "./names.js";
import type { SecretFields } from "./SecretFields.js";
import { selectorOf } from "./target.js";

/** The page's fields that can be told apart, and whether there are others. */
export interface Fields {
  readonly fields: readonly SnapshotField[];
  readonly isPartial: boolean;
}

/**
 * Reads the first fields in the page. Those that share a key are told apart by what stays when rows come and go: their
 * ids, values of checkboxes, or labels; where that fails they are left out, not guessed at by their place.
 */
export function readFields(controls: readonly HTMLElement[], secrets: SecretFields): Fields {
  let isPartial = controls.length > BOUNDS.controls;
  const byKey = new Map<string, HTMLElement[]>();
  for (const control of controls.slice(0, BOUNDS.controls)) {
    const key = fieldKey(control);
    if (key === undefined) isPartial = true;
    else byKey.set(key, [...(byKey.get(key) ?? []), control]);
  }
  const fields: SnapshotField[] = [];
  for (const [key, group] of [...byKey].flatMap(apart)) {
    const field = group.every(isRadio)
      ? readRadios(key, group, secrets)
      : readOne(key, group, secrets);
    if (field === undefined || fields.length === BOUNDS.fields) isPartial = true;
    else fields.push(field);
  }
  return { fields, isPartial };
}

type Group = readonly [key: string, elements: readonly HTMLElement[]];

const MARKS: readonly (readonly [name: string, of: (element: HTMLElement) => string])[] = [
  ["id", (element) => attribute(element, "id", BOUNDS.keyChars)],
  ["value", (element) => (isCheckbox(element) ? element.value : "")],
  ["label", (element) => labelOf(element)],
];

/** A group whose fields differ in one mark, as groups of one. Radio buttons are one field. */
function apart([key, group]: Group): Group[] {
  if (group.length === 1 || group.every(isRadio)) return [[key, group]];
  for (const [name, markOf] of MARKS) {
    const marks = group.map(markOf);
    if (marks.includes("") || new Set(marks).size < marks.length) continue;
    const keys = marks.map((mark) => `${key}|${name}:${mark}`);
    if (keys.every(({ length }) => length <= BOUNDS.keyChars))
      return group.map((element, index) => [keys[index] ?? key, [element]]);
  }
  return [[key, group]];
}

function isCheckbox(element: HTMLElement): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "checkbox";
}

function isRadio(element: HTMLElement): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "radio";
}

function readOne(
  key: string,
  group: readonly HTMLElement[],
  secrets: SecretFields,
): SnapshotField | undefined {
  const [element] = group;
  if (element === undefined || group.length > 1) return undefined;
  if (secrets.scrub(key) !== key) return undefined; // a secret is a part of its name: it has none to be told by
  const value = heldValue(element);
  // That nothing is in it yet is no secret.
  const isSecret = value !== "" && secrets.has(element);
  const state = isSecret ? ({ state: "redacted" } as const) : valueState(value, secrets);
  return { key, ...facts(element, secrets), ...state };
}

/** A group of radio buttons is one field: the value of the one that is chosen, or "". */
function readRadios(
  key: string,
  group: readonly HTMLInputElement[],
  secrets: SecretFields,
): SnapshotField | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const caption = first.closest("fieldset")?.querySelector("legend");
  const label = caption ? nameOf(caption) : labelOf(first);
  const { id: _, ...shared } = facts(first, secrets); // an id is one button's
  const chosen = group.find(({ checked }) => checked)?.value ?? "";
  const clean = secrets.scrub(label).slice(0, BOUNDS.labelChars);
  return { key, ...shared, label: clean, ...valueState(chosen, secrets) };
}

function facts(
  element: HTMLElement,
  secrets: SecretFields,
): Pick<SnapshotField, "label" | "name" | "type" | "autocomplete" | "id"> {
  const optional = (name: "name" | "autocomplete" | "id"): object => {
    const value = secrets.scrub(attribute(element, name, BOUNDS.attributeChars));
    return value === "" ? {} : { [name]: value.slice(0, BOUNDS.attributeChars) };
  };
  return {
    // Nameless, it is told by what it is and where.
    label: secrets.scrub(labelOf(element) || selectorOf(element)).slice(0, BOUNDS.labelChars),
    type: isField(element) ? element.type : "contenteditable",
    ...optional("name"),
    ...optional("autocomplete"),
    ...optional("id"),
  };
}

function valueState(value: string, secrets: SecretFields): Pick<SnapshotField, "state" | "value"> {
  if (secrets.scrub(value) !== value) return { state: "redacted" };
  if (value.length <= BOUNDS.valueChars) return { state: "available", value };
  // One more than is kept: whoever cuts it there sees whether that would leave half of a word, or of a credential.
  return { state: "truncated", value: value.slice(0, BOUNDS.valueChars + 1) };
}
