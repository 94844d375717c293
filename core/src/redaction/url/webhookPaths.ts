import type { Edits } from "../Edits.js";
import { declareRules } from "../mask.js";

/** Paths whose last part is the credential. The group before it stays. */
const PATHS: readonly RegExp[] = [
  // api.slack.com/messaging/webhooks
  /(\/(?:services|workflows|triggers)\/[TE][A-Z0-9]{6,14}\/(?:[A-Z0-9]{6,20}\/)?)([A-Za-z0-9/]{16,})/g,
  // discord.com/developers/docs/resources/webhook
  /(\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,22}\/)([\w-]{16,})/g,
  // core.telegram.org/bots/api: https://api.telegram.org/bot<token>/METHOD
  /(\/(?:file\/)?bot)(\d{4,16}(?::|%3[Aa])[\w-]{10,64})/g,
  // learn.microsoft.com, incoming webhooks in Teams
  /(\/(?:webhook|webhookb2)\/[\w@-]{20,90}\/IncomingWebhook\/)([\w-]{16,64}\/[\w-]{16,64})/g,
];

declareRules(["webhook"]);

/** Masks the secret part of the webhook paths that are public formats. */
export function scanWebhookPaths(path: string, edits: Edits): void {
  for (const shape of PATHS) {
    for (const match of path.matchAll(shape)) {
      const start = match.index + (match[1]?.length ?? 0);
      edits.mask(start, match.index + match[0].length, "webhook");
    }
  }
}
