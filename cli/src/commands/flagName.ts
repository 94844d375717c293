import type { ParameterSchema } from "@bsk/schema";

/** `timeout_ms` with format duration is `--timeout`; else `max_chars` is `--max-chars`. */
export function flagName(name: string, schema: ParameterSchema): string {
  const spoken = schema.format === "duration" ? name.replace(/_ms$/, "") : name;
  return spoken.replaceAll("_", "-");
}
