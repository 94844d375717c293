import { BOUNDS } from "./bounds.js";
import { findControls } from "./controls.js";
import type { Navigation, PageSnapshot } from "./messages.js";
import { readFields } from "./readFields.js";
import { readText } from "./readText.js";
import type { SecretFields } from "./SecretFields.js";

/** What the page shows now. The one thing here that asks for layout; nobody calls it from a handler. */
export function readPage(secrets: SecretFields): PageSnapshot {
  const controls = findControls(BOUNDS.elements);
  for (const control of controls) secrets.has(control); // known before any text is read
  const { text, isTruncated } = readText(secrets);
  const { fields, isPartial } = readFields(controls, secrets);
  return {
    url: location.href.slice(0, BOUNDS.urlChars),
    title: secrets.scrub(document.title).slice(0, BOUNDS.titleChars),
    text,
    text_truncated: isTruncated,
    fields,
    fields_partial: isPartial,
    navigation: navigationType(),
    frames: document.querySelectorAll("iframe, frame").length,
  };
}

/** How this document came to be. */
export function navigationType(): Navigation {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming ? entry.type : "navigate";
}
