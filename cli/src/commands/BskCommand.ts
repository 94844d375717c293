import { errors, printableJson } from "@bsk/core";
import type { Config, Interfaces } from "@oclif/core";
// By their own entry points: the index loads all of oclif, which costs a tenth of a short command.
import { Command } from "@oclif/core/command";
import * as Flags from "@oclif/core/flags";
import { hasDisplay } from "../browser/display.js";
import { FORMATS, readFormat, rowsOf } from "../format/ndjson.js";
import { printable } from "../format/printable.js";
import type { Host } from "../Host.js";
import { verbosityOf } from "../route.js";
import type { CommandSpec, Outcome } from "./CommandSpec.js";
import { argsOf, flagsOf, readParams } from "./parameters.js";
import { Talk } from "./Talk.js";
import { Trace } from "./Trace.js";

/** An oclif command that runs on a given host instead of on this process. */
export abstract class BskCommand extends Command {
  static override baseFlags: Interfaces.FlagInput = {
    json: Flags.boolean({ description: "Print JSON (errors too).", helpGroup: "GLOBAL" }),
    format: Flags.string({
      description: "ndjson prints the rows of a list as JSON, one a line; their cursor on stderr.",
      options: [...FORMATS],
      helpGroup: "GLOBAL",
    }),
    verbose: Flags.boolean({
      char: "v",
      description:
        "Say on stderr what is asked of the daemon and how long it takes; -vv says more.",
      helpGroup: "GLOBAL",
    }),
    quiet: Flags.boolean({ description: "Say nothing on stderr but errors.", helpGroup: "GLOBAL" }),
  };
  readonly host: Host;
  /** A document has begun on stdout: an error cannot go there any more. */
  hasBegun = false;
  protected abstract readonly spec: CommandSpec;

  constructor(argv: string[], config: Config, host: Host) {
    super(argv, config);
    this.host = host;
  }

  /** Runs it and gives the exit code. Throws BskError, or what oclif's parser throws. */
  async execute(): Promise<number> {
    return await this._run<number>();
  }

  override async run(): Promise<number> {
    const { args, flags } = await this.parse({
      args: lenient(this.ctor.args),
      flags: lenient(this.ctor.flags),
      baseFlags: lenient(BskCommand.baseFlags),
    });
    const format = readFormat(flags.format, this.spec.words);
    const json = flags.json === true || format !== "text";
    const params = readParams(this.spec, { args, flags }, this.host.cwd);
    const trace = new Trace(this.host, verbosityOf(this.argv));
    const talk = new Talk(this.host, this.spec.startsDaemon, trace);
    try {
      const outcome = await this.spec.run({
        params,
        json,
        host: this.host,
        context: { params, hasDisplay: hasDisplay(this.host.env) },
        call: (method, callParams) => talk.call(method, callParams),
        daemon: (options) => talk.open(options),
        progress: (note) => talk.progress.show(note),
      });
      if (format === "ndjson") this.printRows(outcome, flags.quiet === true);
      else await this.print(outcome, json, flags.quiet === true);
      if (flags.quiet !== true) this.say(talk.warnings.map((warning) => `warning: ${warning}`));
      return outcome.exitCode ?? 0;
    } finally {
      talk.close();
      trace.end();
    }
  }

  /** The one door for what a command says. */
  private async print(outcome: Outcome, json: boolean, quiet: boolean): Promise<void> {
    if (outcome.document) {
      for await (const part of outcome.document) {
        this.hasBegun = true;
        this.host.out(printableJson(part));
        // A document can be larger than memory; whoever reads it sets the pace.
        await this.host.drained();
      }
      return;
    }
    if (json) {
      this.host.out(`${printableJson(JSON.stringify(outcome.value, null, 2))}\n`);
      return;
    }
    const text = printable(outcome.text());
    if (text !== "") this.host.out(text.endsWith("\n") ? text : `${text}\n`);
    if (outcome.warning) this.say([outcome.warning()]);
    if (outcome.note && !quiet) this.say([outcome.note()]);
  }

  private printRows({ value }: Outcome, isQuiet: boolean): void {
    const list = rowsOf(value);
    if (!list)
      throw errors.invalidParams(
        `bsk ${this.spec.words} prints no list; ndjson is for lists.`,
        undefined,
        `bsk ${this.spec.words} --help`,
      );
    for (const row of list.rows) this.host.out(`${printableJson(JSON.stringify(row))}\n`);
    if (list.cursor !== "" && !isQuiet) this.say([list.cursor]);
  }

  private say(lines: readonly string[]): void {
    for (const line of lines) this.host.err(`${printable(line)}\n`);
  }

  /** oclif's own would set this process's exit code; the host decides. */
  protected override async catch(error: Error): Promise<never> {
    throw error;
  }
}

/** An oclif command class that is made with a host. */
export interface BskCommandClass {
  new (argv: string[], config: Config, host: Host): BskCommand;
  readonly args: Interfaces.ArgInput;
  readonly flags: Interfaces.FlagInput;
  readonly baseFlags: Interfaces.FlagInput;
}

/** The oclif class of a command. */
export function oclifCommand(spec: CommandSpec): BskCommandClass {
  return class extends BskCommand {
    static override id: string = spec.words.replaceAll(" ", ":");
    static override summary: string = spec.summary;
    static override args: Interfaces.ArgInput = argsOf(spec);
    static override flags: Interfaces.FlagInput = flagsOf(spec);
    protected readonly spec: CommandSpec = spec;
  };
}

/** `required` and `options` are for the help; `readParams` checks both and says more. */
function lenient<T extends Interfaces.FlagInput | Interfaces.ArgInput>(definitions: T): T {
  const entries = Object.entries(definitions).map(([name, definition]) => {
    const { options: _options, ...rest } = { options: undefined, ...definition };
    return [name, { ...rest, required: false }];
  });
  return Object.fromEntries(entries) as T; // the same definitions, less strict
}
