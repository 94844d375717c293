import { BOUNDS } from "./bounds.js";
import { attribute } from "./clobberSafe.js";
import { type Field, isEditingHost, isField } from "./controls.js";
import { fold, plainText } from "./plainText.js";

const INPUT_ROLES: ReadonlyMap<string, string> = new Map([
  ["button", "button"],
  ["submit", "button"],
  ["reset", "button"],
  ["image", "button"],
  ["checkbox", "checkbox"],
  ["radio", "radio"],
  ["range", "slider"],
  ["number", "spinbutton"],
  ["search", "searchbox"],
]);
const TAG_ROLES: ReadonlyMap<string, string> = new Map([
  ["button", "button"],
  ["summary", "button"],
  ["textarea", "textbox"],
  ["option", "option"],
  ["img", "img"],
  ["form", "form"],
  ["dialog", "dialog"],
  ["li", "listitem"],
  ["td", "cell"],
  ["tr", "row"],
]);

/** The role an element has or was given; its tag where it has none. No layout is asked for. */
export function roleOf(element: Element): string {
  const given = attribute(element, "role", 40).trim().split(/\s+/)[0];
  if (given) return given;
  if (element instanceof HTMLInputElement) return INPUT_ROLES.get(element.type) ?? "textbox";
  if (element instanceof HTMLSelectElement) return element.multiple ? "listbox" : "combobox";
  if (element instanceof HTMLAnchorElement && element.hasAttribute("href")) return "link";
  if (/^h[1-6]$/.test(element.localName)) return "heading";
  if (isEditingHost(element)) return "textbox";
  return TAG_ROLES.get(element.localName) ?? element.localName;
}

/** What a field is called: its labels, then what its author wrote for those who cannot see them. */
export function labelOf(element: Element): string {
  const named = attribute(element, "aria-label") || byIds(element, "aria-labelledby");
  if (named) return cut(named);
  const own = isField(element) ? fieldLabels(element) : "";
  return cut(own || attribute(element, "placeholder") || attribute(element, "title"));
}

/** The accessible name, near enough: labels, alternatives, and for what is operated its text. */
export function nameOf(element: Element): string {
  const label = labelOf(element);
  if (label) return label;
  if (element instanceof HTMLInputElement) {
    const isButton = INPUT_ROLES.get(element.type) === "button";
    return isButton ? cut(element.value || attribute(element, "alt") || element.type) : "";
  }
  if (isField(element) || isEditingHost(element)) return "";
  if (element instanceof HTMLFormElement) return cut(attribute(element, "name"));
  const alt = attribute(element, "alt");
  return cut(alt || plainText(element, BOUNDS.labelChars) || innerAlt(element));
}

function fieldLabels(element: Field): string {
  return [...(element.labels ?? [])].map((label) => plainText(label, BOUNDS.labelChars)).join(" ");
}

function byIds(element: Element, name: string): string {
  const root = element.getRootNode() as Document | ShadowRoot; // of an element that got an event or was found
  const ids = attribute(element, name).split(/\s+/).filter(Boolean).slice(0, 4);
  const texts = ids.map((id) => {
    const named = root.querySelector(`#${CSS.escape(id)}`);
    return named === null ? "" : plainText(named, BOUNDS.labelChars);
  });
  return texts.join(" ");
}

function innerAlt(element: Element): string {
  const image = element.querySelector("img[alt], svg[aria-label]");
  return image === null ? "" : attribute(image, "alt") || attribute(image, "aria-label");
}

function cut(text: string): string {
  return fold(text).slice(0, BOUNDS.labelChars);
}
