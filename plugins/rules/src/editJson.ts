import type { JsonEdits } from "./RuleDefinition.js";
import { type Member, topLevel } from "./topLevel.js";

/** The edited text, or why it cannot be edited without a guess. */
export type Edited = { readonly text: string; readonly changes: readonly string[] } | Fault;
interface Fault {
  readonly fault: string;
}

/**
 * Edits the top level of a JSON object. What is not edited keeps its very characters: numbers of any length, the
 * way a string is escaped, blanks.
 */
export function editJson(text: string, edits: JsonEdits): Edited {
  const members = topLevel(text);
  if (!members) return { fault: "the body is not a JSON object" };
  const names = new Set(members.map(({ name }) => name));
  if (names.size < members.length) return { fault: "the body has a key twice" };
  const changed = new Map<Member, string | undefined>();
  const current = new Map(
    members.map((member): [string, Member | undefined] => [member.name, member]),
  );
  const changes: string[] = [];

  for (const [from, to] of edits.rename) {
    const member = current.get(from);
    if (!current.has(from)) return { fault: "a key to rename is not in the body" };
    if (current.has(to)) return { fault: "the name to rename to is taken" };
    current.delete(from);
    current.set(to, member);
    if (member) changed.set(member, JSON.stringify(to) + text.slice(member.keyEnd, member.end));
    changes.push(`${from} → ${to}`);
  }
  for (const name of edits.remove) {
    const member = current.get(name);
    if (!current.delete(name)) continue; // it is not there, as was wanted
    if (member) changed.set(member, undefined);
    changes.push(`remove:${name}`);
  }
  const added: string[] = [];
  for (const [name, json] of edits.set) {
    const member = current.get(name);
    if (member) changed.set(member, keyOf(text, member, changed) + json);
    else added.push(`${JSON.stringify(name)}:${json}`);
    changes.push(`json:${name}`);
  }
  return { text: rebuilt(text, { members, changed, added }), changes };
}

/** Everything up to the value, as it is by now. */
function keyOf(
  text: string,
  member: Member,
  changed: ReadonlyMap<Member, string | undefined>,
): string {
  const before = changed.get(member) ?? text.slice(member.start, member.end);
  return before.slice(0, before.length - (member.end - member.valueStart));
}

interface Parts {
  readonly members: readonly Member[];
  /** The new text of a member; undefined: it goes. */
  readonly changed: ReadonlyMap<Member, string | undefined>;
  readonly added: readonly string[];
}

function rebuilt(text: string, { members, changed, added }: Parts): string {
  const open = text.indexOf("{") + 1;
  const [first] = members;
  const last = members.at(-1);
  let out = text.slice(0, first?.start ?? open);
  let isEmpty = true;
  members.forEach((member, index) => {
    const now = changed.has(member) ? changed.get(member) : text.slice(member.start, member.end);
    if (now === undefined) return;
    // What stands between two members stays where the second one stays.
    if (!isEmpty) out += text.slice(members[index - 1]?.end ?? member.start, member.start);
    out += now;
    isEmpty = false;
  });
  for (const member of added) {
    out += (isEmpty ? "" : ",") + member;
    isEmpty = false;
  }
  return out + text.slice(last?.end ?? open);
}
