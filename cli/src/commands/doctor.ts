import type { DoctorReport } from "@bsk/schema";
import { runChecks } from "../doctor/runChecks.js";
import { formatDoctor } from "../format/doctor.js";
import type { CommandSpec } from "./CommandSpec.js";

/** Looks from the ground up and starts nothing. Exit code 1 when a check failed. */
export const doctor: CommandSpec = {
  words: "doctor",
  summary: "Find what is wrong and say the command that mends it; starts nothing.",
  examples: ["bsk doctor"],
  params: { type: "object", properties: {} },
  startsDaemon: false,
  run: async (invocation) => {
    const checks = await runChecks(invocation);
    const report: DoctorReport = { ok: checks.every(({ state }) => state !== "failed"), checks };
    return { value: report, text: () => formatDoctor(report), exitCode: report.ok ? 0 : 1 };
  },
};
