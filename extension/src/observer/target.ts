import { BOUNDS } from "./bounds.js";
import { attribute, matches } from "./clobberSafe.js";
import { nameOf, roleOf } from "./names.js";

/** How far up from the innermost element the one that is operated may be. */
const LEVELS = 8;
const OPERATED =
  "button, a[href], input, select, textarea, label, summary, option, [role], [onclick], [tabindex], [contenteditable]";

/** The element that a person means who clicks here: the button, not the icon in it. */
export function operatedElement(path: readonly EventTarget[]): Element | undefined {
  const elements = path.filter((item): item is Element => item instanceof Element);
  const near = elements.slice(0, LEVELS);
  return near.find((element) => matches(element, OPERATED)) ?? elements[0];
}

/** An element in words, `button "Save"`; where it has no name, a short selector that stays the same. */
export function targetText(element: Element, scrub: (text: string) => string): string {
  const name = scrub(nameOf(element));
  const text = name === "" ? selectorOf(element) : `${roleOf(element)} ${JSON.stringify(name)}`;
  return text.length > BOUNDS.targetChars ? `${text.slice(0, BOUNDS.targetChars - 1)}…` : text;
}

const STABLE = ["data-testid", "data-test", "data-test-id", "data-cy", "name"];
const PLAIN = /^[A-Za-z][\w-]{0,40}$/;
/** Ids that frameworks number differ from one load to the next. */
const NUMBERED = /\d{3}|[0-9a-f]{8}|^:r/i;

/** Not unique: its own id or test name, else up to three steps. Nothing in it but what authors write as names. */
export function selectorOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && steps.length < 3; at = at.parentElement) {
    const [step, isAnchor] = stepOf(at);
    steps.unshift(step);
    if (isAnchor) break;
  }
  return steps.join(" > ");
}

function stepOf(element: Element): readonly [step: string, isAnchor: boolean] {
  const tag = element.localName.slice(0, 40);
  const id = attribute(element, "id");
  if (PLAIN.test(id) && !NUMBERED.test(id)) return [`${tag}#${id}`, true];
  for (const name of STABLE) {
    const value = attribute(element, name);
    if (PLAIN.test(value)) return [`${tag}[${name}=${value}]`, true];
  }
  let nth = 1;
  for (let at = element.previousElementSibling; at && nth < 100; at = at.previousElementSibling) {
    if (at.localName === element.localName) nth += 1;
  }
  return [`${tag}:nth-of-type(${nth})`, false];
}
