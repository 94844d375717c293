import { table } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { cut } from "./shorten.js";

export function formatCapabilities({
  capabilities,
  cli,
  note,
}: ActionResults["debug/capabilities"]): string {
  const { extension, actions, analyzers, limits, redaction, unsupported } = capabilities;
  const { output, storage, execution, network_controls: controls } = capabilities;
  const by =
    extension === null
      ? "extension not asked"
      : `extension ${cut(extension.version, 40)} (build ${cut(extension.build, 60)})`;
  return [
    `schema ${capabilities.schema_version}  protocol ${cut(capabilities.protocol, 20)}  ${by}`,
    ...(cli === undefined ? [] : [`cli ${cut(cli.version, 40)} (build ${cut(cli.build, 60)})`]),
    `actions ${actions.length}: ${actions.map(({ name }) => cut(name, 60)).join(", ")}`,
    `analyzers ${analyzers.length}`,
    ...indented(
      analyzers.map(({ name, summary, reads, live }) => [
        cut(name, 60),
        cut(summary, 120),
        `reads ${reads.join(" ")}${live ? ", live only" : ""}`,
      ]),
    ),
    `limits ${named(limits)}`,
    `output ${named(output)}`,
    `storage ${cut(storage.where, 100)}: ${named(storage.bounds)}`,
    `execution ${named({ ...execution })}`,
    `network controls ${controls.commands.map((name) => cut(name, 60)).join(", ") || "-"}`,
    `redaction ${cut(redaction.note, 200)}`,
    `unsupported ${unsupported.map((name) => cut(name, 60)).join(", ") || "-"}`,
    ...(note === undefined ? [] : [cut(note, 300)]),
  ].join("\n");
}

function named(values: Readonly<Record<string, number | boolean>>): string {
  return (
    Object.entries(values)
      .map(([name, value]) => `${cut(name, 60)} ${value}`)
      .join(", ") || "-"
  );
}

function indented(rows: readonly (readonly string[])[]): string[] {
  return table(rows).map((row) => `  ${row}`);
}
