import type { FieldFacts } from "./describeField.js";
import { pageFunction } from "./pageFunction.js";

/** Markup as it is now, and what is known of the fields whose values stand in it. */
export interface Markup {
  /** At most `limit` characters. */
  readonly html: string;
  readonly isCut: boolean;
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
  /** Fields that were not looked at: too many. */
  readonly isPartial: boolean;
}

function markup(this: Element, limit: number, fieldLimit: number): Markup {
  const selector = "input[value], textarea";
  const own = this.matches(selector) ? [this] : [];
  const inside = [...own, ...this.querySelectorAll(selector)];
  const cut = (text: string | null): string => (text ?? "").slice(0, 300);
  const fields = inside.slice(0, fieldLimit).map((field) => {
    const isInput = field instanceof HTMLInputElement;
    const type = isInput ? field.type : "textarea";
    const labels = isInput || field instanceof HTMLTextAreaElement ? [...(field.labels ?? [])] : [];
    return {
      tag: field.localName,
      type,
      name: cut(field.getAttribute("name")),
      id: cut(field.id),
      autocomplete: cut(field.getAttribute("autocomplete")),
      label: cut(
        labels.map((label) => label.textContent).join(" ") || field.getAttribute("aria-label"),
      ),
      placeholder: cut(field.getAttribute("placeholder")),
      wasPassword: type === "password" || (globalThis.bskPasswords?.has(field) ?? false),
      // What stands in the markup, not what the field holds now.
      value: (field.getAttribute("value") ?? field.textContent ?? "").slice(0, 4000),
    };
  });
  const { doctype } = document;
  const head = this === document.documentElement && doctype ? `<!doctype ${doctype.name}>\n` : "";
  const html = head + this.outerHTML;
  return {
    html: html.slice(0, limit),
    isCut: html.length > limit,
    fields,
    isPartial: inside.length > fieldLimit,
  };
}

/** The element of a document that holds all others. */
export function rootElement(): Element {
  return document.documentElement;
}

export const MARKUP: string = pageFunction(markup);
