import type { ActionResults } from "@bsk/schema";
import { cut } from "./shorten.js";
import { table } from "./table.js";

export function formatCapabilities({
  capabilities,
  note,
}: ActionResults["debug/capabilities"]): string {
  const { extension, actions, analyzers, limits, redaction, unsupported } = capabilities;
  const by =
    extension === null
      ? "extension not asked"
      : `extension ${cut(extension.version, 40)} (build ${cut(extension.build, 60)})`;
  return [
    `schema ${capabilities.schema_version}  protocol ${cut(capabilities.protocol, 20)}  ${by}`,
    `actions ${actions.length}: ${actions.map(({ name }) => cut(name, 60)).join(", ")}`,
    `analyzers ${analyzers.length}`,
    ...indented(
      analyzers.map(({ name, summary, reads, live }) => [
        cut(name, 60),
        cut(summary, 120),
        `reads ${reads.join(" ")}${live ? ", live only" : ""}`,
      ]),
    ),
    `limits ${
      Object.entries(limits)
        .map(([name, value]) => `${cut(name, 60)} ${value}`)
        .join(", ") || "-"
    }`,
    `redaction ${cut(redaction.note, 200)}`,
    `unsupported ${unsupported.map((name) => cut(name, 60)).join(", ") || "-"}`,
    ...(note === undefined ? [] : [cut(note, 300)]),
  ].join("\n");
}

function indented(rows: readonly (readonly string[])[]): string[] {
  return table(rows).map((row) => `  ${row}`);
}
