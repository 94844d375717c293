import { pageFunction } from "./pageFunction.js";

/** What became of choosing options. */
export type SelectOutcome =
  | { readonly kind: "done"; readonly labels: readonly string[] }
  | { readonly kind: "not_a_select"; readonly tag: string }
  | { readonly kind: "too_many" }
  | {
      readonly kind: "not_found";
      readonly value: string;
      /** The labels of the first options that can be chosen. */
      readonly labels: readonly string[];
      readonly more: number;
    };

/** Chooses the options with these values, else labels, and no other; nothing when one of them is missing. */
function selectOptions(this: Element, wanted: readonly string[], isDry: boolean): SelectOutcome {
  if (!(this instanceof HTMLSelectElement)) {
    return { kind: "not_a_select", tag: this.localName.slice(0, 40) };
  }
  if (!this.multiple && wanted.length > 1) return { kind: "too_many" };
  const TOLD = 12;
  const fold = (text: string): string => text.replace(/\s+/g, " ").trim();
  const labelOf = (option: HTMLOptionElement): string =>
    (fold(option.label) || option.value).slice(0, 200);
  const options = [...this.options].filter(
    (option) => !option.disabled && !option.closest("optgroup")?.disabled,
  );
  const chosen = new Set<HTMLOptionElement>();
  for (const value of wanted) {
    const found =
      options.find((option) => option.value === value) ??
      options.find((option) => fold(option.label) === fold(value));
    if (!found) {
      const labels = options.slice(0, TOLD).map(labelOf);
      return { kind: "not_found", value, labels, more: options.length - labels.length };
    }
    chosen.add(found);
  }
  const labels = [...chosen].map((option) => fold(option.label).slice(0, 200));
  if (isDry) return { kind: "done", labels };
  this.focus({ preventScroll: true });
  for (const option of this.options) {
    const isChosen = chosen.has(option);
    if (option.selected !== isChosen) option.selected = isChosen;
  }
  this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  this.dispatchEvent(new Event("change", { bubbles: true }));
  return { kind: "done", labels };
}

/** The labels of what is chosen now. */
function selectedLabels(this: Element): readonly string[] {
  if (!(this instanceof HTMLSelectElement)) return [];
  return [...this.selectedOptions]
    .slice(0, 100)
    .map((option) => option.label.replace(/\s+/g, " ").trim().slice(0, 200));
}

export const SELECT_OPTIONS: string = pageFunction(selectOptions);
export const SELECTED_LABELS: string = pageFunction(selectedLabels);
