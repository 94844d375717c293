export interface Page {
  readonly title: string;
  /** HTML that the site itself wrote; foreign text goes through `escapeHtml` first. */
  readonly body: string;
  /** Inline script at the end of the body. */
  readonly script?: string;
  /** More elements of the head. */
  readonly head?: string;
}

/** A whole HTML document in the look that the demo sites share. */
export function page({ title, body, script, head }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
${head ?? ""}
</head>
<body>
<main>
${body}
</main>
${script === undefined ? "" : `<script>\n${script}\n</script>`}
</body>
</html>
`;
}

/** Text as HTML text or as a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A value as a literal inside an inline script: `</script>` and `<!--` cannot end it. */
export function scriptValue(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; }
main { max-width: 44rem; }
label, .row { display: block; margin: 0.75rem 0; }
input { font: inherit; display: block; padding: 0.25rem 0.5rem; width: 18rem; max-width: 100%; }
button { font: inherit; padding: 0.25rem 1rem; }
nav a { margin-right: 1rem; }
[role="alert"]:not(:empty) { border-left: 4px solid #d33; padding-left: 0.75rem; }
[role="status"]:not(:empty) { border-left: 4px solid #888; padding-left: 0.75rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 9rem; border: 1px solid #888; }
`;
