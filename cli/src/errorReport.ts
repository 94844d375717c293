import { BskError, errors, foreignError } from "@bsk/core";
import type { ErrorReport } from "@bsk/schema";
import { CLIError } from "@oclif/core/errors";
import { suggest } from "./suggest.js";

/** What of the command line was understood when the error came. */
export interface ErrorScene {
  /** `debug requests`; undefined before a command was found. */
  readonly words?: string;
  /** The flags of that command. */
  readonly flags?: readonly string[];
  /** Its positional arguments. */
  readonly args?: readonly string[];
}

/** Anything thrown, as what is printed. What oclif's parser throws is `invalid_params`. */
export function errorReport(error: unknown, scene: ErrorScene): ErrorReport {
  const known = error instanceof BskError ? error : fromForeign(error, scene);
  return {
    code: known.code,
    message: known.message,
    ...(known.hint === undefined ? {} : { hint: known.hint }),
    exit_code: known.exitCode,
    ...(known.data === undefined ? {} : { data: { ...known.data } }),
  };
}

function fromForeign(error: unknown, scene: ErrorScene): BskError {
  if (!(error instanceof CLIError)) return foreignError(error);
  const hint = scene.words === undefined ? "bsk --help" : `bsk ${scene.words} --help`;
  return errors.invalidParams(parseFault(error, scene), undefined, hint);
}

/** oclif keeps the offending words on its errors but does not export their classes. */
function parseFault(error: Error & { flags?: unknown; args?: unknown }, scene: ErrorScene): string {
  const [flag] = Array.isArray(error.flags) ? error.flags.map(String) : [];
  if (flag !== undefined) {
    const name = flag.split("=", 1)[0] ?? flag;
    const argument = scene.args?.find((known) => `--${known.replaceAll("_", "-")}` === name);
    if (argument !== undefined)
      return `${name} is no flag: bsk ${scene.words} ${argument.toUpperCase()}.`;
    const meant = suggest(
      name,
      (scene.flags ?? []).map((known) => `--${known}`),
    );
    return `Unknown flag ${name}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`;
  }
  const [argument] = Array.isArray(error.args) ? error.args.map(String) : [];
  if (argument !== undefined)
    return `Unexpected argument ${JSON.stringify(argument.slice(0, 80))}.`;
  return `${error.message.split("\n", 1)[0]}.`.replace("..", ".");
}
