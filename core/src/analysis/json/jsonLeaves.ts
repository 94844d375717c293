import { escapeToken } from "./parsePointer.js";
import { walkJson } from "./walkJson.js";

/** One scalar of a body, under the name that leads to it. */
export interface Leaf {
  readonly name: string;
  readonly pointer: string;
  /** A string's value; of anything else the source token, so that no digit is lost. */
  readonly value: string;
  /** Somewhere above it is an array: its name does not say which element. */
  readonly isInArray: boolean;
  /** Its value says only how large the file was that was sent. */
  readonly isFile?: boolean;
}

export interface Leaves {
  readonly leaves: readonly Leaf[];
  /** False when the bound was reached: a name that is not here may still exist. */
  readonly isComplete: boolean;
}

interface Level {
  readonly kind: "object" | "array";
  readonly pointer: string;
  readonly isInArray: boolean;
  count: number;
  key: string;
}

/** The named scalars of a valid JSON text, at most `limit`. Duplicate keys give a leaf each. */
export function jsonLeaves(text: string, limit: number): Leaves {
  const levels: Level[] = [];
  const leaves: Leaf[] = [];
  let isComplete = true;

  const pointerNow = (): string => {
    const parent = levels.at(-1);
    if (!parent) return "";
    const token = parent.kind === "array" ? String(parent.count++) : escapeToken(parent.key);
    // Past a sensible depth only the end matters to nobody; a pointer must not grow without bound.
    return parent.pointer.length > 1024 ? parent.pointer : `${parent.pointer}/${token}`;
  };

  walkJson(text, {
    open(_start, kind) {
      const isInArray = kind === "array" || (levels.at(-1)?.isInArray ?? false);
      levels.push({ kind, pointer: pointerNow(), isInArray, count: 0, key: "" });
    },
    key(start, end) {
      const level = levels.at(-1);
      if (level) level.key = JSON.parse(text.slice(start, end)) as string; // a valid string literal
    },
    scalar(start, end) {
      const parent = levels.at(-1);
      const pointer = pointerNow();
      if (parent?.kind !== "object") return;
      if (leaves.length >= limit) {
        isComplete = false;
        return;
      }
      const token = text.slice(start, end);
      const value = token.startsWith('"') ? (JSON.parse(token) as string) : token; // a valid literal
      leaves.push({ name: parent.key, pointer, value, isInArray: parent.isInArray });
    },
    close() {
      levels.pop();
    },
  });
  return { leaves, isComplete };
}
