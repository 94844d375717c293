import type { Edits } from "../Edits.js";
import type { Scanners } from "../Scanners.js";
import { scanWebhookPaths } from "../url/webhookPaths.js";
import { scanAssignments } from "./scanAssignments.js";
import { scanCalls } from "./scanCalls.js";
import { scanEncoded } from "./scanEncoded.js";
import { scanEscaped } from "./scanEscaped.js";
import { scanObjects } from "./scanObjects.js";
import { scanPan } from "./scanPan.js";
import { scanParts } from "./scanParts.js";
import { scanPem } from "./scanPem.js";
import { scanPreformatted } from "./scanPreformatted.js";
import { scanRuns } from "./scanRuns.js";
import { scanTable } from "./scanTable.js";
import { scanTags } from "./scanTags.js";
import { scanUrls } from "./scanUrls.js";
import { scanYaml } from "./scanYaml.js";
import { TextGate } from "./TextGate.js";

/** `["password", "x"]` holds no sign that the gate knows. */
const LIST = /[([]\s{0,8}["'`]/;
const WEBHOOK = /\/(?:services|workflows|triggers)\/[TE]|\/webhook/;

/** Masks what is secret in free text. Each rule reads the original; overlaps become one mask. */
export function scanText(text: string, edits: Edits, scan: Scanners, depth: number): void {
  scanEscaped(text, edits, { scan, depth });
  // Before the gate: a table has none of its signs.
  const rest = text.includes("<") ? scanPreformatted(text, edits, { scan, depth }) : text;
  if (text.includes("\n") && /[,;\t|]/.test(rest)) scanTable(rest, edits);
  if (!LIST.test(text) && !new TextGate(text).mayMatter(0, text.length)) return;
  if (text.includes("-----BEGIN ") || text.includes("PuTTY-User")) scanPem(text, edits);
  const urls = scanUrls(text, edits, scan, depth);
  if (text.includes("<")) scanTags(text, edits);
  scanAssignments(text, edits, urls);
  if (text.includes("\n")) scanYaml(rest, edits);
  if (text.includes("form-data;")) scanParts(text, edits);
  if (/[{[]/.test(text)) scanObjects(text, edits);
  scanCalls(text, edits);
  scanRuns(text, edits, { scan, depth });
  scanPan(text, edits);
  if (WEBHOOK.test(text)) scanWebhookPaths(text, edits);
  if (text.includes("%")) scanEncoded(text, edits, { scan, depth, skip: urls });
}
