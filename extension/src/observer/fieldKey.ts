import { BOUNDS } from "./bounds.js";
import { attribute } from "./clobberSafe.js";
import { isField } from "./controls.js";
import { labelOf, roleOf } from "./names.js";

/**
 * What identifies a field across loads: page, form, and its name, else its id, else its role and label.
 * The query is not part of it. Undefined: nothing identifies it, or the key would be too long.
 */
export function fieldKey(element: HTMLElement): string | undefined {
  const own = ownKey(element);
  if (own === undefined) return undefined;
  const form = isField(element) ? element.form : element.closest("form");
  const formName = form === null ? "" : attribute(form, "id") || attribute(form, "name");
  const key = `${location.origin}${location.pathname}|${formName}|${own}`;
  return key.length > BOUNDS.keyChars ? undefined : key;
}

function ownKey(element: HTMLElement): string | undefined {
  const name = attribute(element, "name", BOUNDS.keyChars);
  if (name !== "") return `name:${name}`;
  const id = attribute(element, "id", BOUNDS.keyChars);
  if (id !== "") return `id:${id}`;
  const label = labelOf(element);
  return label === "" ? undefined : `label:${roleOf(element)}:${label}`;
}
