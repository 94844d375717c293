import { JsonReader } from "./JsonReader.js";

/** One value of a JSON text and its place; a string's is inside its quotes. */
export interface JsonNode {
  readonly kind: "object" | "array" | "string" | "number" | "word";
  /** Of the member that it is the value of; empty for an element. */
  readonly key: string;
  /** What a string says, a number as it is written; empty for all else. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly items: JsonNode[];
}

/** The values of a text that is known to be JSON, or JSON a line each, below an array of all. Without recursion. */
export function readTree(json: string): JsonNode {
  const reader = new JsonReader(json);
  const root = nodeAt("array", "", 0, json.length);
  const open = [root];
  let key = "";
  for (let code = reader.peek(); !Number.isNaN(code); code = reader.peek()) {
    const start = reader.at;
    if (code === 34) {
      const end = reader.readString();
      const text = reader.hasEscape ? reader.decoded : json.slice(start + 1, end);
      if (reader.peek() === 58) key = text;
      else add({ ...nodeAt("string", key, start + 1, end), text });
    } else if (code === 123 || code === 91) {
      const node = nodeAt(code === 91 ? "array" : "object", key, start, start);
      add(node);
      open.push(node);
      reader.at += 1;
    } else if (code === 125 || code === 93) {
      if (open.length > 1) open.pop();
      reader.at += 1;
    } else if (reader.readNumber()) {
      add({ ...nodeAt("number", key, start, reader.at), text: json.slice(start, reader.at) });
    } else if (reader.readWord()) add(nodeAt("word", key, start, reader.at));
    else reader.at += 1;
  }
  return root;

  function add(node: JsonNode): void {
    open[open.length - 1]?.items.push(node);
    key = "";
  }
}

function nodeAt(kind: JsonNode["kind"], key: string, start: number, end: number): JsonNode {
  return { kind, key, text: "", start, end, items: [] };
}
