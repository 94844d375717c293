import type { DoctorReport } from "@bsk/schema";
import { cut } from "./shorten.js";

/** One line a check; under a failed one the command that mends it. */
export function formatDoctor({ ok, checks }: DoctorReport): string {
  const lines = checks.flatMap(({ name, state, code, message, hint }) => [
    `${state.padEnd(7)}  ${name.padEnd(9)}  ${code === undefined ? "" : `${code}: `}${cut(message, 300)}`,
    ...(hint === undefined ? [] : [`${" ".repeat(20)}hint: ${cut(hint, 200)}`]),
  ]);
  return [...lines, ok ? "all is well" : "not ready"].join("\n");
}
