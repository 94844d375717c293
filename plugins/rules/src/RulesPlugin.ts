import {
  type CaptureContext,
  type Core,
  errors,
  type Plugin,
  type PluginManifest,
  type PluginParams,
  type PluginReport,
} from "@bsk/core";
import { corsWarnings } from "./corsWarnings.js";
import { replayLine, rulesLines } from "./format.js";
import * as schemas from "./generated/schemas.js";
import type {
  RuleAddReport,
  RuleEnableParams,
  RuleEnableReport,
  RulesReport,
} from "./generated/types.js";
import * as validators from "./generated/validators.js";
import { listReplays, listRules } from "./listRules.js";
import { RuleBook } from "./RuleBook.js";
import { RULE_HELP } from "./ruleHelp.js";

/** What one command does to a rule that it names. */
type Deed = (book: RuleBook, id: string) => Promise<void>;

/** Changes, mocks or blocks requests of a running capture by rules that an agent declares. */
export class RulesPlugin implements Plugin {
  readonly manifest: PluginManifest = {
    name: "rules",
    summary: "List the rules and replays of a capture, with what became of them.",
    description:
      "Definitions are redacted. They survive the capture; no rule is ever active again.",
    examples: ["bsk debug rules --session abcd"],
    api: 1,
    params: schemas.PARAMS,
    result: schemas.RESULT,
    reads: ["rules", "replays"],
    live: false,
    format: (report, flags) => rulesText(report as unknown as RulesReport, flags), // core validated it
    view: {
      widgets: [
        { kind: "table", source: "/rules", title: "Rules" },
        { kind: "table", source: "/replays", title: "Replays" },
      ],
    },
    commands: [
      {
        name: "rule_add",
        summary:
          "Add a rule that changes, mocks or blocks matching requests of the running capture.",
        description: RULE_HELP,
        examples: [
          "bsk debug rule_add --session abcd --rule-file rename-rule.json",
          `bsk debug rule_add --session abcd --rule '{"match":{"url":"http://localhost:3000/api/*"},"effect":{"type":"block"}}'`,
        ],
        params: schemas.RULE_ADD_PARAMS,
        result: schemas.RULE_ADD_RESULT,
        live: true,
        format: (report, flags) => addText(report as unknown as RuleAddReport, flags), // core validated it
      },
      command("rule_disable", "Disable a rule; what it has in hand is aborted.", {
        params: schemas.RULE_DISABLE_PARAMS,
        result: schemas.RULE_DISABLE_RESULT,
      }),
      command("rule_enable", "Enable a disabled rule again; its matches are not given back.", {
        params: schemas.RULE_ENABLE_PARAMS,
        result: schemas.RULE_ENABLE_RESULT,
      }),
      command("rule_remove", "Remove a rule for good; what it has in hand is aborted.", {
        params: schemas.RULE_REMOVE_PARAMS,
        result: schemas.RULE_REMOVE_RESULT,
      }),
    ],
  };

  readonly validators: Plugin["validators"] = {
    params: validators.validateRulesParams,
    result: validators.validateRulesReport,
    commands: {
      rule_add: {
        params: validators.validateRuleAddParams,
        result: validators.validateRuleAddReport,
      },
      rule_disable: {
        params: validators.validateRuleDisableParams,
        result: validators.validateRuleDisableReport,
      },
      rule_enable: {
        params: validators.validateRuleEnableParams,
        result: validators.validateRuleEnableReport,
      },
      rule_remove: {
        params: validators.validateRuleRemoveParams,
        result: validators.validateRuleRemoveReport,
      },
    },
  };

  /** By run, from its first rule to its end. */
  readonly #books = new Map<string, RuleBook>();

  apply({ hooks }: Core): void {
    const { name } = this.manifest;
    hooks.analyze.for(name).tapPromise(name, async (_params, reader) => {
      const rules = await listRules(reader);
      return { rules, replays: await listReplays(reader) } satisfies RulesReport;
    });
    hooks.action.for("rule_add").tapPromise(name, (params, context) => this.#add(params, context));
    const deeds: readonly (readonly [command: string, deed: Deed])[] = [
      ["rule_disable", (book, id) => book.disable(id)],
      ["rule_enable", (book, id) => book.enable(id)],
      ["rule_remove", (book, id) => book.remove(id)],
    ];
    for (const [command, deed] of deeds) {
      hooks.action
        .for(command)
        .tapPromise(name, (params, context) => this.#change(params, context, deed));
    }
    hooks.requestPaused.tapPromise(name, async (paused, { runId }) =>
      this.#books.get(runId)?.decide(paused),
    );
    hooks.captureStopping.tapPromise(name, async ({ runId }) => {
      await this.#books.get(runId)?.stop();
      this.#books.delete(runId);
    });
  }

  async #add({ rule }: PluginParams, context: CaptureContext): Promise<PluginReport> {
    const book = this.#books.get(context.runId) ?? new RuleBook(context);
    this.#books.set(context.runId, book);
    const id = await book.add(rule);
    const reader = context.reader(new AbortController().signal);
    const rules = await listRules(reader);
    const warnings = corsWarnings(rule, await pageUrl(context));
    const report: RuleAddReport = { id, rules, ...(warnings.length > 0 ? { warnings } : {}) };
    return { ...report };
  }

  async #change(params: PluginParams, context: CaptureContext, deed: Deed): Promise<PluginReport> {
    const { id } = params as unknown as RuleEnableParams; // core validated it; all three commands take the same
    const book = this.#books.get(context.runId);
    if (!book) throw errors.ruleNotFound(id.slice(0, 40), context.sessionId);
    await deed(book, id);
    const rules = await listRules(context.reader(new AbortController().signal));
    const report: RuleEnableReport = { rules };
    return { ...report };
  }
}

const PAGE_MS = 1000;

/** Where the page is now; without an answer (it hangs, a dialog is open) nothing is warned of. */
async function pageUrl({ session }: CaptureContext): Promise<string> {
  try {
    const options = { deadlineMs: PAGE_MS };
    return (await session.send("Page.getFrameTree", undefined, options)).frameTree.frame.url;
  } catch {
    return "";
  }
}

function command(
  name: string,
  summary: string,
  { params, result }: Pick<PluginManifest, "params" | "result">,
): PluginManifest["commands"] extends readonly (infer Command)[] | undefined ? Command : never {
  return {
    name,
    summary,
    examples: [`bsk debug ${name} r1 --session abcd`],
    args: ["id"],
    params,
    result,
    live: true,
    format: (report, flags) => rulesLines((report as unknown as RuleEnableReport).rules, flags), // core validated it
  };
}

function rulesText({ rules, replays }: RulesReport, flags: string): string[] {
  const sent = replays.map((replay) => replayLine(replay));
  const lines = rulesLines(rules, flags);
  if (sent.length === 0) return lines;
  return [...lines.slice(0, -1), `${sent.length} replays`, ...sent, ...lines.slice(-1)];
}

function addText({ id, rules, warnings = [] }: RuleAddReport, flags: string): string[] {
  return [
    `added ${id.slice(id.indexOf(":") + 1)}`,
    ...warnings.map((warning) => `note: ${warning}`),
    ...rulesLines(rules, flags),
  ];
}
