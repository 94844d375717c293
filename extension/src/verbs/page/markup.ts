import type { FieldFacts } from "./describeField.js";
import { labelText } from "./labelText.js";
import { pageFunction } from "./pageFunction.js";

/** Markup as it is now, and what is known of the fields whose values stand in it. */
export interface Markup {
  /** At most `limit` characters. */
  readonly html: string;
  /** Of all of it. */
  readonly totalChars: number;
  readonly fields: readonly Pick<
    FieldFacts,
    | "tag"
    | "type"
    | "name"
    | "id"
    | "autocomplete"
    | "label"
    | "placeholder"
    | "value"
    | "wasPassword"
  >[];
  /** Fields that were not looked at: too many, or too long. */
  readonly unread: number;
}

function markup(this: Element, limit: number, fieldLimit: number): Markup {
  // A template's content stands in the markup, but is not searched with what is around it.
  const inside: Element[] = [];
  const roots: ParentNode[] = [];
  const sort = (found: Element): void => {
    if (found instanceof HTMLTemplateElement) roots.push(found.content);
    else inside.push(found);
  };
  const selector = "input[value], textarea, template";
  if (this.matches(selector)) sort(this);
  roots.push(this);
  for (const root of roots) root.querySelectorAll(selector).forEach(sort);

  // What stands in the markup, not what the field holds now.
  const written = (field: Element): string =>
    field.getAttribute("value") ?? field.textContent ?? "";
  const cut = (text: string | null): string => (text ?? "").slice(0, 300);
  let room = 2 * limit;
  const isRead = (field: Element, index: number): boolean => {
    room -= written(field).length;
    return index < fieldLimit && room >= 0;
  };
  const fields = inside.filter(isRead).map((field) => {
    const isInput = field instanceof HTMLInputElement;
    const type = isInput ? field.type : "textarea";
    return {
      tag: field.localName,
      type,
      name: cut(field.getAttribute("name")),
      id: cut(field.id),
      autocomplete: cut(field.getAttribute("autocomplete")),
      label: cut(labelText(field).trim() || field.getAttribute("aria-label")),
      placeholder: cut(field.getAttribute("placeholder")),
      wasPassword: type === "password" || (globalThis.bskPasswords?.has(field) ?? false),
      value: written(field),
    };
  });
  const { doctype } = document;
  const head = this === document.documentElement && doctype ? `<!doctype ${doctype.name}>\n` : "";
  const html = head + this.outerHTML;
  return {
    html: html.slice(0, limit),
    totalChars: html.length,
    fields,
    unread: inside.length - fields.length,
  };
}

/** The element of a document that holds all others; null when a script took it away. */
export function rootElement(): Element | null {
  return document.documentElement;
}

export const MARKUP: string = pageFunction(markup, labelText);
