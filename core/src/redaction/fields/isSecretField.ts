import { keyRule } from "../keys/secretKey.js";

/** A form field as a recorder sees it; more properties may come along. */
export interface FieldDescription {
  readonly tag?: string | undefined;
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly value?: string | undefined;
}

/** html.spec.whatwg.org, autofill field names that are credentials or card data. */
const AUTOCOMPLETE: ReadonlySet<string> = new Set(
  "current-password new-password one-time-code cc-number cc-csc".split(" "),
);
/** `label`, `ariaLabel`, `aria-label`, `placeholder`, `title`. */
const LABEL = /label$|^(?:placeholder|title)$/i;
/** Types whose value is a choice or a caption, not something typed. */
const CHOICES: ReadonlySet<string> = new Set(
  "checkbox radio button submit reset image range color".split(" "),
);

/** Whether a field's value is a credential: by type, autocomplete, name, id, or its label's words. */
export function isSecretField(field: FieldDescription): boolean {
  const type = field.type?.trim().toLowerCase();
  if (type === "password") return true;
  const tokens = field.autocomplete?.toLowerCase().split(/\s+/) ?? [];
  if (tokens.some((token) => AUTOCOMPLETE.has(token))) return true;
  if (type !== undefined && CHOICES.has(type)) return false;
  return (
    isSecretName(field.name) ||
    isSecretName(field.id) ||
    Object.entries(field).some(([name, text]) => LABEL.test(name) && isSecretLabel(text))
  );
}

function isSecretName(name: string | undefined): boolean {
  return name !== undefined && keyRule(name) !== undefined;
}

/** "Enter your password *" asks for one; "Forgot your password?" and a long sentence do not. */
function isSecretLabel(label: unknown): boolean {
  if (typeof label !== "string" || label.length > 60 || label.includes("?")) return false;
  const words = label.replace(/\([^)]{0,60}\)|[*:.…]/g, " ").trim();
  return words.split(/\s+/).length <= 6 && keyRule(words) !== undefined;
}
