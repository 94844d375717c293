import { isKeyName } from "../keys/isKeyName.js";
import { isProseWord } from "../text/isProseWord.js";
import type { Frame } from "./Frame.js";

/** `too_short`, `password.min`: what programs call a fault. */
const FAULT = /^[a-z]+(?:[_.][a-z]+)+$/i;
/** What only a text about a value says; each of them may stand in a passphrase, and no two do by chance. */
const COMPLAINT =
  /\b(?:required|short|shorter|long|longer|must|should|least|most|blank|empty|missing|invalid|incorrect|wrong|common|weak|match|matches|characters?|digits?|expired|cannot|can['\u2019]t|doesn['\u2019]t|numeric)\b/gi;
const ABOUT =
  /\b(?:is|are|be|has|have|this|that|field|value|password|passphrase|token|pin|code)\b/i;
const LONGEST = 400;

/**
 * Whether a text below a credential's name speaks of the value instead of being it: prose and names of
 * faults under a heading for people (`errors.password`, `password.hint`), and in a list a complaint that
 * says so by its words (`"password": ["This field is required."]`).
 */
export function isMessage(frame: Frame, value: string): boolean {
  if (frame.isArray && frame.owner.rule?.isPlural === false && isComplaint(value)) return true;
  if (!frame.isArray && frame.key.role === "code" && FAULT.test(value)) return true;
  if (!frame.isMessages && (frame.isArray || !frame.key.isMessages)) return false;
  return /\s/.test(value.trim()) || isKeyName(value) || isProseWord(value) || FAULT.test(value);
}

function isComplaint(text: string): boolean {
  if (text.length > LONGEST || text.split(/\s+/, 3).length < 3) return false;
  const complaints = text.match(COMPLAINT)?.length ?? 0;
  return complaints > 1 || (complaints === 1 && ABOUT.test(text));
}
