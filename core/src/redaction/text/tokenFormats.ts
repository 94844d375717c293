import { declareRules } from "../mask.js";

/** One public token format. `shape` has no quantifier inside another and no open lookahead. */
interface TokenFormat {
  readonly rule: string;
  readonly shape: string;
}

/**
 * Formats that a prefix makes certain, most from their makers' documentation on secret scanning
 * (docs.github.com/code-security/secret-scanning lists nearly all of them).
 */
const FORMATS: readonly TokenFormat[] = [
  // RFC 7515 JWS, RFC 7516 JWE: header, then 2 or 4 parts, of which some may be empty.
  { rule: "jwt", shape: "ey[Jw][\\w-]{8,}\\.[\\w-]*\\.[\\w-]*(?:\\.[\\w-]*){0,2}" },
  // docs.aws.amazon.com/IAM: reference_identifiers, unique ids
  { rule: "aws_key", shape: "(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])" },
  // github.blog 2021-04-05, behind GitHub's new authentication token formats
  { rule: "github", shape: "gh[opusr]_[A-Za-z0-9]{36,251}" },
  { rule: "github", shape: "github_pat_\\w{36,251}" },
  // docs.gitlab.com/security/tokens: token prefixes
  { rule: "gitlab", shape: "gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|ffct|imt)-[\\w-]{20,300}" },
  // api.slack.com/authentication/token-types
  { rule: "slack", shape: "xox[a-z]-[A-Za-z0-9-]{10,250}" },
  { rule: "slack", shape: "xapp-\\d-[A-Za-z0-9-]{10,250}" },
  // docs.stripe.com/keys
  { rule: "stripe", shape: "(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,250}" },
  { rule: "stripe", shape: "whsec_[A-Za-z0-9+/]{16,250}" },
  // cloud.google.com/docs/authentication/api-keys
  { rule: "google", shape: "AIza[\\w-]{35}" },
  { rule: "google", shape: "ya29\\.[\\w-]{10,500}(?:\\.[\\w-]{1,500}){0,3}" },
  { rule: "google", shape: "GOCSPX-[\\w-]{20,40}" },
  { rule: "google", shape: "1//0[\\w-]{30,200}" },
  { rule: "openai", shape: "sk-[\\w-]{20,80}T3BlbkFJ[\\w-]{20,80}" },
  { rule: "openai", shape: "sk-(?:proj|svcacct|admin|None)-[\\w-]{20,250}" },
  { rule: "openai", shape: "sk-[A-Za-z0-9]{40,64}" },
  { rule: "anthropic", shape: "sk-ant-[\\w-]{10,250}" },
  { rule: "openrouter", shape: "sk-or-v1-[a-f0-9]{40,80}" },
  { rule: "npm", shape: "npm_[A-Za-z0-9]{36,}" },
  { rule: "pypi", shape: "pypi-AgEI[\\w-]{20,500}" },
  { rule: "shopify", shape: "shp(?:at|ca|pa|ss|tka)_[A-Za-z0-9]{32}" },
  { rule: "digitalocean", shape: "do[opr]_v1_[A-Za-z0-9]{60,64}" },
  { rule: "huggingface", shape: "(?:hf_|api_org_)[A-Za-z0-9]{30,40}" },
  { rule: "sendgrid", shape: "SG\\.[\\w-]{16,32}\\.[\\w-]{30,64}" },
  // developer.hashicorp.com/vault/docs/concepts/tokens
  { rule: "vault", shape: "hv[sbr]\\.[\\w-]{24,500}" },
  { rule: "terraform", shape: "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,70}" },
  { rule: "linear", shape: "lin_(?:api|oauth)_[A-Za-z0-9]{32,64}" },
  { rule: "grafana", shape: "gl(?:sa|c)_[A-Za-z0-9+/]{32,400}(?:_[A-Fa-f0-9]{8})?" },
  { rule: "postman", shape: "PMAK-[A-Za-z0-9]{20,26}-[A-Za-z0-9]{30,38}" },
  { rule: "age", shape: "AGE-SECRET-KEY-1[A-Z0-9]{50,60}" },
  { rule: "databricks", shape: "dapi[a-z0-9]{32}(?:-\\d)?" },
  { rule: "twilio", shape: "SK[a-f0-9]{32}(?![A-Za-z0-9])" },
  { rule: "mailgun", shape: "key-[a-f0-9]{32}(?![A-Za-z0-9])" },
  { rule: "mailchimp", shape: "[a-f0-9]{32}-us\\d{1,2}(?!\\w)" },
  { rule: "sentry", shape: "sntry[su]_[A-Za-z0-9+/=_-]{40,400}" },
  { rule: "newrelic", shape: "NRAK-[A-Z0-9]{27}" },
  { rule: "figma", shape: "figd_[\\w-]{30,60}" },
  { rule: "notion", shape: "(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,50})" },
  { rule: "airtable", shape: "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}" },
  { rule: "atlassian", shape: "AT(?:ATT|CTT|BB)[A-Za-z0-9_=-]{20,300}" },
  { rule: "square", shape: "(?:EAAA[\\w-]{60}|sq0(?:atp|csp)-[\\w-]{22,43})" },
  { rule: "supabase", shape: "sb(?:p|_secret)_[\\w-]{20,60}" },
  { rule: "docker", shape: "dckr_(?:pat|oat)_[\\w-]{20,60}" },
  { rule: "fly", shape: "(?:FlyV1 )?fm[12][ar]?_[\\w+/=-]{40,500}" },
  { rule: "groq", shape: "gsk_[A-Za-z0-9]{40,60}" },
  { rule: "replicate", shape: "r8_[A-Za-z0-9]{37}" },
  { rule: "doppler", shape: "dp\\.(?:pt|st|ct|sa)\\.[\\w.-]{40,80}" },
  { rule: "rubygems", shape: "rubygems_[a-f0-9]{48}" },
  { rule: "facebook", shape: "EAA[MC][A-Za-z0-9]{40,300}" },
  { rule: "alibaba", shape: "LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])" },
  // core.telegram.org/bots/api: authorizing your bot
  { rule: "telegram", shape: "\\d{5,16}:A[\\w-]{33,35}(?![\\w-])" },
  { rule: "discord", shape: "[MNO][A-Za-z\\d_-]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,38}(?![\\w-])" },
];

declareRules(FORMATS.map((format) => format.rule));

/** Every format at once; the group that took part is the format's number. */
export const TOKEN: RegExp = new RegExp(
  `(?<![A-Za-z0-9])(?:${FORMATS.map((format) => `(${format.shape})`).join("|")})`,
  "g",
);

/** How every format, and every secret path, begins; looked for at the borders in a run. */
export const TOKEN_STARTS: readonly string[] = (
  "eyJ eyw AA AKIA ASIA ABIA ACCA A3T ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glcbt- " +
  "glptt- glft- glsoat- glagent- gloas- glffct- glimt- glsa_ glc_ xox xapp- sk_ sk- rk_ whsec_ AIza " +
  "ya29. GOCSPX- 1//0 npm_ pypi- shpat_ shpca_ shppa_ shpss_ shptka_ dop_ doo_ dor_ hf_ api_org_ SG. " +
  "hvs. hvb. hvr. atlasv1. lin_ PMAK- AGE- dapi SK key- us sntry NRAK figd_ secret_ ntn_ pat ATATT " +
  "ATCTT ATBB EAA sq0 sbp_ sb_ dckr_ fm1 fm2 gsk_ r8_ dp. rubygems_ LTAI services/ workflows/ " +
  "triggers/ webhook bot ----- M N O"
).split(" ");

/** The rule of a `TOKEN` match, by the group that took part. */
export function ruleOfMatch(groups: readonly (string | undefined)[]): string {
  const index = groups.findIndex((group) => group !== undefined);
  return FORMATS[index]?.rule ?? "token";
}
