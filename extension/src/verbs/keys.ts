import { errors } from "@bsk/core";

export type Modifier = "Alt" | "Control" | "Meta" | "Shift";

/** One key as `Input.dispatchKeyEvent` takes it. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** What it types; undefined for a key that types nothing. */
  readonly text?: string;
  /** 1 left, 2 right, 3 keypad. */
  readonly location?: number;
}

/** Keys that are pressed together: the modifiers first. */
export interface Combination {
  readonly modifiers: readonly Modifier[];
  readonly key: Key;
}

const BITS: Readonly<Record<Modifier, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };
const MODIFIERS: ReadonlyMap<string, Modifier> = new Map([
  ["alt", "Alt"],
  ["option", "Alt"],
  ["control", "Control"],
  ["ctrl", "Control"],
  ["meta", "Meta"],
  ["cmd", "Meta"],
  ["command", "Meta"],
  ["shift", "Shift"],
]);
const MODIFIER_KEYS: Readonly<Record<Modifier, Key>> = {
  Alt: { key: "Alt", code: "AltLeft", keyCode: 18, location: 1 },
  Control: { key: "Control", code: "ControlLeft", keyCode: 17, location: 1 },
  Meta: { key: "Meta", code: "MetaLeft", keyCode: 91, location: 1 },
  Shift: { key: "Shift", code: "ShiftLeft", keyCode: 16, location: 1 },
};

/** Name, Windows virtual key code, and what it types. */
const NAMED: readonly (readonly [name: string, keyCode: number, text?: string])[] = [
  ["Backspace", 8],
  ["Tab", 9],
  ["Enter", 13, "\r"],
  ["Pause", 19],
  ["CapsLock", 20],
  ["Escape", 27],
  ["PageUp", 33],
  ["PageDown", 34],
  ["End", 35],
  ["Home", 36],
  ["ArrowLeft", 37],
  ["ArrowUp", 38],
  ["ArrowRight", 39],
  ["ArrowDown", 40],
  ["PrintScreen", 44],
  ["Insert", 45],
  ["Delete", 46],
  ["ContextMenu", 93],
  ["NumLock", 144],
  ["ScrollLock", 145],
  ...Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, 112 + index] as const),
];
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["esc", "escape"],
  ["return", "enter"],
  ["del", "delete"],
  ["ins", "insert"],
  ["left", "arrowleft"],
  ["up", "arrowup"],
  ["right", "arrowright"],
  ["down", "arrowdown"],
]);
/** Code, key code, and what it types plain and with Shift on a US keyboard. */
const SIGNS: readonly (readonly [code: string, keyCode: number, signs: string])[] = [
  ["Semicolon", 186, ";:"],
  ["Equal", 187, "=+"],
  ["Comma", 188, ",<"],
  ["Minus", 189, "-_"],
  ["Period", 190, ".>"],
  ["Slash", 191, "/?"],
  ["Backquote", 192, "`~"],
  ["BracketLeft", 219, "[{"],
  ["Backslash", 220, "\\|"],
  ["BracketRight", 221, "]}"],
  ["Quote", 222, "'\""],
  ...[...")!@#$%^&*("].map(
    (sign, digit) => [`Digit${digit}`, 48 + digit, `${digit}${sign}`] as const,
  ),
];
const BY_NAME: ReadonlyMap<string, Key> = new Map(
  NAMED.map(([name, keyCode, text]) => [
    name.toLowerCase(),
    { key: name, code: name, keyCode, ...(text === undefined ? {} : { text }) },
  ]),
);
const SPACE: Key = { key: " ", code: "Space", keyCode: 32, text: " " };

/** The bits of `Input` events. */
export function modifierBits(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((bits, modifier) => bits | BITS[modifier], 0);
}

export function modifierKey(modifier: Modifier): Key {
  return MODIFIER_KEYS[modifier];
}

/** `Enter`, `a`, `Control+A`, `Shift+Tab`, `Control++`; names in any case. Throws `unknown_key`. */
export function parseKeys(text: string, held: readonly Modifier[] = []): Combination {
  const parts = text === "+" ? ["+"] : text.replace(/\+\+$/, "+\u0000").split("+");
  const words = parts.map((part) => (part === "\u0000" ? "+" : part));
  const last = words.pop() ?? "";
  const modifiers = new Set(held);
  for (const word of words) {
    const modifier = MODIFIERS.get(word.trim().toLowerCase());
    if (modifier === undefined) throw errors.unknownKey(text);
    modifiers.add(modifier);
  }
  const key = oneKey(last, modifiers);
  if (key === undefined) throw errors.unknownKey(text);
  return { modifiers: [...modifiers], key };
}

function oneKey(name: string, modifiers: ReadonlySet<Modifier>): Key | undefined {
  const word = name.length > 1 ? name.trim().toLowerCase() : name;
  if (name === " " || word === "space") return typed(SPACE, modifiers);
  const modifier = MODIFIERS.get(word);
  if (modifier !== undefined) return MODIFIER_KEYS[modifier];
  const named = BY_NAME.get(OTHER_NAMES.get(word) ?? word);
  if (named) return typed(named, modifiers);
  return [...name].length === 1 ? typed(character(name, modifiers), modifiers) : undefined;
}

function character(given: string, modifiers: ReadonlySet<Modifier>): Key {
  const isShortcut = hasCommand(modifiers);
  if (/^[a-z]$/i.test(given)) {
    const upper = given.toUpperCase();
    const plain = isShortcut ? given.toLowerCase() : given;
    const key = modifiers.has("Shift") ? upper : plain;
    return { key, code: `Key${upper}`, keyCode: upper.charCodeAt(0), text: key };
  }
  const sign = SIGNS.find(([, , signs]) => signs.includes(given));
  if (!sign) return { key: given, code: "", keyCode: 0, text: given };
  const [code, keyCode, signs] = sign;
  const key = modifiers.has("Shift") ? (signs[1] ?? given) : given;
  return { key, code, keyCode, text: key };
}

function hasCommand(modifiers: ReadonlySet<Modifier>): boolean {
  return modifiers.has("Control") || modifiers.has("Alt") || modifiers.has("Meta");
}

/** With Control, Alt or Meta a key is a command, and types nothing. */
function typed({ text, ...key }: Key, modifiers: ReadonlySet<Modifier>): Key {
  return text === undefined || hasCommand(modifiers) ? key : { ...key, text };
}
