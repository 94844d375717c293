import { labelText } from "./labelText.js";
import { pageFunction } from "./pageFunction.js";

/** What tells whether an element's value is a credential. */
export interface FieldFacts {
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly autocomplete: string;
  readonly label: string;
  readonly placeholder: string;
  readonly wasPassword: boolean;
  /** What the field holds; never printed without a look at the rest. */
  readonly value: string;
}

function describeField(this: Element): FieldFacts {
  const attribute = (name: string): string => (this.getAttribute(name) ?? "").slice(0, 300);
  const isField =
    this instanceof HTMLInputElement ||
    this instanceof HTMLTextAreaElement ||
    this instanceof HTMLSelectElement;
  const type = isField ? this.type : "";
  const wasPassword = type === "password" || (globalThis.bskPasswords?.has(this) ?? false);
  if (type === "password") globalThis.bskPasswords?.add(this);
  const isEditable = this instanceof HTMLElement && this.isContentEditable;
  const value = isField ? this.value : isEditable ? (this.textContent ?? "") : "";
  return {
    tag: this.localName,
    type,
    name: attribute("name"),
    id: attribute("id"),
    autocomplete: attribute("autocomplete"),
    label: (labelText(this).trim() || attribute("aria-label")).slice(0, 300),
    placeholder: attribute("placeholder"),
    wasPassword,
    value: value.slice(0, 4000),
  };
}

export const DESCRIBE_FIELD: string = pageFunction(describeField, labelText);
