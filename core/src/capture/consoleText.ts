import type { Protocol } from "devtools-protocol";
import { BOUNDS } from "./bounds.js";
import { cutText } from "./cutText.js";

type RemoteObject = Protocol.Runtime.RemoteObject;

/** The arguments of one console call as one line of text, objects by the browser's preview; bounded. */
export function consoleText(args: readonly RemoteObject[]): string {
  let text = "";
  for (const arg of formatted(args)) {
    if (text.length > 2 * BOUNDS.consoleChars) break;
    text += (text === "" ? "" : " ") + arg.slice(0, 2 * BOUNDS.consoleChars);
  }
  return text;
}

/** printf-like first argument: `%s` and its kin take the next ones, `%c` takes a style and shows nothing. */
function formatted(args: readonly RemoteObject[]): string[] {
  const [first, ...rest] = args;
  if (first?.type !== "string" || !String(first.value).includes("%")) return args.map(argumentText);
  const template = cutText(String(first.value), 2 * BOUNDS.consoleChars);
  const left = [...rest];
  const text = template.replace(/%([sdifoOc%])/g, (whole, letter: string) => {
    if (letter === "%") return "%";
    const next = left.shift();
    if (!next) return whole;
    return letter === "c" ? "" : argumentText(next);
  });
  return [text, ...left.map(argumentText)];
}

function argumentText(arg: RemoteObject): string {
  if (arg.type === "string") return String(arg.value ?? "");
  if (arg.unserializableValue !== undefined) return arg.unserializableValue;
  if (arg.type === "undefined") return "undefined";
  if (arg.value !== undefined && arg.type !== "object") return String(arg.value);
  if (arg.subtype === "null") return "null";
  if (arg.subtype === "error") return arg.description ?? "Error";
  return arg.preview ? previewText(arg.preview) : (arg.description ?? arg.type);
}

function previewText(preview: Protocol.Runtime.ObjectPreview): string {
  const isArray = preview.subtype === "array";
  const entries = preview.entries?.map(
    ({ key, value }) => `${key ? `${shortPreview(key)} => ` : ""}${shortPreview(value)}`,
  );
  const items =
    entries ??
    preview.properties.map((property) => {
      const value = property.valuePreview
        ? previewText(property.valuePreview)
        : (property.value ?? property.type);
      const shown = property.type === "string" ? JSON.stringify(value) : value;
      return isArray ? shown : `${nameText(property.name)}: ${shown}`;
    });
  if (preview.overflow) items.push("…");
  const name =
    preview.description && preview.description !== "Object" && !isArray
      ? `${preview.description} `
      : "";
  return isArray ? `[${items.join(", ")}]` : `${name}{${items.join(", ")}}`;
}

function shortPreview(preview: Protocol.Runtime.ObjectPreview): string {
  const text = preview.description ?? (preview.type === "string" ? "" : preview.type);
  return preview.type === "string" ? JSON.stringify(text) : text;
}

/** Quoted as JSON where it is no plain name, so that redaction finds where key and value begin and end. */
function nameText(name: string): string {
  return /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
}
