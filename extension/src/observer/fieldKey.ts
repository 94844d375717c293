import { BOUNDS } from "./bounds.js";
import { attribute } from "./clobberSafe.js";
import { isField } from "./controls.js";
import { labelOf, roleOf } from "./names.js";

/** Where each field was seen first: `pushState` gives the page another URL, and its fields stay what they are. */
const pages = new WeakMap<Element, string>();

/**
 * What identifies a field across loads: page, form, and its name, else its id, else its role and label.
 * The query is not part of it. Undefined: nothing identifies it, or the key would be too long.
 */
export function fieldKey(element: HTMLElement): string | undefined {
  const own = ownKey(element);
  if (own === undefined) return undefined;
  const form = isField(element) ? element.form : element.closest("form");
  const formName = form === null ? "" : attribute(form, "id") || attribute(form, "name");
  const page = pages.get(element) ?? location.origin + location.pathname;
  pages.set(element, page);
  const key = `${page}|${formName}|${own}`;
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
