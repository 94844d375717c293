import { closeSync, openSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { errors } from "@bsk/core";
import type { ParameterSchema } from "@bsk/schema";
import type { Interfaces } from "@oclif/core";
import * as Flags from "@oclif/core/flags";
import { reasonOf } from "../export/reasonOf.js";
import { jsonFault } from "./jsonFault.js";

/** What a JSON parameter may have, in bytes. */
const MAX_BYTES = 80 * 1024;

type NamedFlag = [name: string, flag: Interfaces.FlagInput[string]];

/** Whether a parameter is a JSON document, given as it is or in a file. */
export function isJson(schema: ParameterSchema): boolean {
  return schema.flag === "json";
}

/** `--rule JSON` and `--rule-file FILE`. */
export function jsonFlags(name: string, { description = "" }: ParameterSchema): NamedFlag[] {
  const file = `The same from a file of at most ${MAX_BYTES / 1024} KiB.`;
  return [
    [name, Flags.string({ description, helpValue: "JSON" })],
    [`${name}-file`, Flags.string({ description: file, helpValue: "FILE" })],
  ];
}

export interface JsonContext {
  readonly cwd: string;
  readonly hint: string;
}

/** The document of one of the two flags; undefined when neither was given. Throws `invalid_params`, `invalid_json`, `file_unreadable`. */
export function readJson(
  name: string,
  flags: { readonly [name: string]: unknown },
  { cwd, hint }: JsonContext,
): unknown {
  const inline = flags[name];
  const path = flags[`${name}-file`];
  if (inline !== undefined && path !== undefined) {
    throw errors.invalidParams(`--${name} and --${name}-file exclude each other.`, undefined, hint);
  }
  if (path !== undefined)
    return parse(`--${name}-file`, readText(resolve(cwd, String(path)), { name, hint }), hint);
  return inline === undefined ? undefined : parse(`--${name}`, String(inline), hint);
}

function readText(
  path: string,
  { name, hint }: { readonly name: string; readonly hint: string },
): string {
  let bytes: Buffer | undefined;
  try {
    // A pipe can wait for ever; the command may run in the daemon, where that would be everybody's.
    if (statSync(path).isFile()) bytes = readAtMost(path, MAX_BYTES + 1);
  } catch (error) {
    throw errors.fileUnreadable(path, reasonOf(error), hint);
  }
  if (bytes === undefined) throw errors.fileUnreadable(path, "it is no regular file.", hint);
  if (bytes.length <= MAX_BYTES) return bytes.toString("utf8");
  throw errors.invalidParams(`--${name}-file: ${path} has more than ${MAX_BYTES} bytes.`);
}

/** The beginning of a file: its size says nothing where the system makes it up, as in /proc. */
function readAtMost(path: string, most: number): Buffer {
  const buffer = Buffer.alloc(most);
  const file = openSync(path, "r");
  try {
    let length = 0;
    for (let read = -1; read !== 0 && length < most; length += read) {
      read = readSync(file, buffer, length, most - length, null);
    }
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function parse(label: string, text: string, hint: string): unknown {
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw errors.invalidParams(`${label} has more than ${MAX_BYTES} bytes.`);
  let isTooLarge = false;
  let value: unknown;
  try {
    value = JSON.parse(text, (_key, part: unknown) => {
      // On its way it would become null.
      isTooLarge ||= typeof part === "number" && !Number.isFinite(part);
      return part;
    });
  } catch {
    throw errors.invalidJson(label, jsonFault(text), hint);
  }
  if (isTooLarge) throw errors.invalidParams(`${label} has a number beyond any that can be sent.`);
  return value;
}
