import { resolve } from "node:path";
import { type BskError, errors } from "@bsk/core";
import type { ParameterSchema } from "@bsk/schema";
import { parseDuration } from "./duration.js";

export interface ReadContext {
  /** How the shell names it: `--limit` or `URL`. */
  readonly label: string;
  readonly cwd: string;
  readonly hint: string;
}

/**
 * A word of the command line as the value its schema asks for; text may be empty only where the schema has
 * `minLength: 0`. Throws `invalid_params`.
 */
export function readValue(text: string, schema: ParameterSchema, context: ReadContext): unknown {
  if (schema.enum) return oneOf(text, schema.enum, context);
  if (schema.format === "duration") return readDuration(text, schema, context);
  if (schema.type === "integer" || schema.type === "number")
    return readNumber(text, schema, context);
  return readText(text, schema, context);
}

function fault(context: ReadContext, what: string): BskError {
  return errors.invalidParams(`${context.label}: ${what}`, undefined, context.hint);
}

function oneOf(text: string, options: readonly unknown[], context: ReadContext): unknown {
  const found = options.find((option) => String(option) === text);
  if (found === undefined)
    throw fault(context, `${quoted(text)} is not one of ${options.join(", ")}.`);
  return found;
}

function readNumber(text: string, schema: ParameterSchema, context: ReadContext): number {
  const pattern = schema.type === "integer" ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/;
  if (!pattern.test(text)) throw fault(context, `${quoted(text)} is not ${kindOf(schema)}.`);
  return within(Number(text), schema, context);
}

function readDuration(text: string, schema: ParameterSchema, context: ReadContext): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw fault(context, `${quoted(text)} is not a duration (500ms, 2s, 1m).`);
  return within(ms, schema, context);
}

function within(value: number, schema: ParameterSchema, context: ReadContext): number {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (value >= minimum && value <= maximum) return value;
  throw fault(context, `${value} is not ${boundsOf(schema)}.`);
}

function readText(text: string, schema: ParameterSchema, context: ReadContext): string {
  const { minLength = 1, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  if (text === "" && minLength > 0) {
    throw fault(context, "it is empty. Give a value, or leave it out where it may be.");
  }
  if (text.length > maxLength) {
    throw fault(context, `${text.length} characters; at most ${maxLength} are allowed.`);
  }
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) {
    throw fault(context, `${quoted(text)} does not match ${pattern}.`);
  }
  return schema.format === "path" ? resolve(context.cwd, text) : text;
}

/** `1 to 100`, `1 or more`; empty without bounds. */
export function boundsOf({ minimum, maximum }: ParameterSchema): string {
  if (minimum === undefined) return maximum === undefined ? "" : `${maximum} or less`;
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
}

function kindOf(schema: ParameterSchema): string {
  return schema.type === "integer" ? "an integer" : "a number";
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text);
}
