/** The words of a field's labels, without what fields within a label hold. Also of a field in a template. */
export function labelText(field: Element): string {
  const labels = new Set<Element>();
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement;
  if (!isField) return "";
  for (const label of field.labels ?? []) labels.add(label);
  const around = field.closest("label");
  if (around) labels.add(around);
  if (labels.size === 0 && field.id !== "") {
    const root = field.getRootNode() as ParentNode; // a document, a fragment, or an element
    for (const label of root.querySelectorAll(`label[for="${CSS.escape(field.id)}"]`))
      labels.add(label);
  }
  let words = "";
  for (const label of labels) {
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    while (words.length < 300 && texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text; // nothing else is shown
      if (!parentElement?.closest("textarea, select, datalist, script, style")) words += data;
    }
    words += " ";
  }
  return words;
}
