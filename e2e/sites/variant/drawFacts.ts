import { Random } from "./Random.js";
import { ADJECTIVES, BUTTONS, NOUNS, VALUES } from "./words.js";

/** Everything that was drawn for one variant: what a recorder has to find out by itself. */
export interface VariantFacts {
  readonly seed: number;
  readonly title: string;
  /** `name` of the input. */
  readonly fieldName: string;
  readonly label: string;
  /** What the input holds at first. */
  readonly value: string;
  /** Something else to type into it. */
  readonly otherValue: string;
  /** The key that the page sends. */
  readonly wrongKey: string;
  /** The key that the server wants; with it the answer is 200. */
  readonly rightKey: string;
  readonly method: "POST" | "PUT" | "PATCH";
  readonly apiPath: string;
  readonly bodyFormat: "json" | "form";
  /** 400 to 599, none that a browser or HTTP itself treats in a way of its own. */
  readonly status: number;
  readonly errorCode: string;
  readonly errorMessage: string;
  /** JSON Pointer to the error code in the response body. */
  readonly errorCodePointer: string;
  /** The failing response body, exactly. */
  readonly responseText: string;
  /** What the page shows when the save failed. */
  readonly pageText: string;
  /** The role of the element that shows it. */
  readonly pageRole: "alert" | "status";
  /** What the page shows when the save went well. */
  readonly savedText: string;
  /** First argument of the page's `console.error`. */
  readonly consoleMessage: string;
  /** Whether the status follows it as a second argument, a number. */
  readonly logsStatus: boolean;
  /** The console error as a console prints it: its arguments joined by a blank. */
  readonly consoleText: string;
  readonly buttonLabel: string;
  /** GETs that the page makes on load and that succeed. */
  readonly noisePaths: readonly string[];
}

/** The same facts for the same seed. */
export function drawFacts(seed: number): VariantFacts {
  const random = new Random(seed);
  const style = random.pick(STYLES);
  const phrase = (): string[] => [random.pick(ADJECTIVES), random.pick(NOUNS)];
  const [wrongNoun = "", rightNoun = "", ...others] = random.several(NOUNS, 8);
  const wrongKey = style([random.pick(ADJECTIVES), wrongNoun]);
  const rightKey = style([random.pick(ADJECTIVES), rightNoun]);
  const isNamedAlike = random.fraction() < 0.5;
  const fieldWords = phrase();
  const [value = "", otherValue = ""] = random.several(VALUES, 2);
  const status = random.pick(STATUSES);
  const error = drawError(random, rightKey);
  const consoleMessage = `${phrase().join(" ")} ${random.pick(["failed", "rejected", "not kept"])}`;
  const logsStatus = random.fraction() < 0.5;
  return {
    seed,
    title: phrase().map(capitalize).join(" "),
    fieldName: isNamedAlike ? wrongKey : style(fieldWords),
    label: capitalize(fieldWords.join(" ")),
    value,
    otherValue,
    wrongKey,
    rightKey,
    method: random.pick(["POST", "PUT", "PATCH"]),
    apiPath: drawPath(random, others),
    bodyFormat: random.pick(["json", "form"]),
    status,
    ...error,
    pageText: `${random.pick(["Could not keep", "Sorry, no", "Failed:"])} ${phrase().join(" ")}`,
    pageRole: random.pick(["alert", "status"]),
    savedText: `Kept the ${phrase().join(" ")}`,
    consoleMessage,
    logsStatus,
    consoleText: logsStatus ? `${consoleMessage} ${status}` : consoleMessage,
    buttonLabel: random.pick(BUTTONS),
    noisePaths: others.slice(3, 3 + random.integer(0, 3)).map((noun) => `/noise/${noun}`),
  };
}

type Style = (words: readonly string[]) => string;

const STYLES: readonly Style[] = [
  (words) => words.join("_"),
  (words) => words.join("-"),
  (words) => words.join(""),
  ([first = "", ...rest]) => first + rest.map(capitalize).join(""),
  (words) => words.map(capitalize).join(""),
];

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

// 401, 407: log in; 408, 421, 425: retried by the browser; 426, 431: of HTTP itself.
const SPECIAL = new Set([401, 407, 408, 421, 425, 426, 431]);
const STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
  (status) => !SPECIAL.has(status),
);

function drawPath(random: Random, nouns: readonly string[]): string {
  const [first = "", second = "", third = ""] = nouns;
  return random.pick([
    `/api/${first}/${second}`,
    `/api/v${random.integer(1, 9)}/${first}`,
    `/${first}/${random.integer(10, 9999)}/${second}`,
    `/api/${first}/${second}/${third}`,
  ]);
}

type DrawnError = Pick<
  VariantFacts,
  "errorCode" | "errorMessage" | "errorCodePointer" | "responseText"
>;

function drawError(random: Random, rightKey: string): DrawnError {
  const words = [random.pick(NOUNS), random.pick(["missing", "refused", "unknown", "required"])];
  const errorCode = random.pick([
    words.join("_"),
    words.join("_").toUpperCase(),
    words.join("."),
    `E${random.integer(1000, 9999)}`,
  ]);
  const errorMessage = random.pick([
    `${rightKey} is required`,
    `missing key: ${rightKey}`,
    `expected "${rightKey}"`,
  ]);
  const codeKey = random.pick(["code", "type", "reason", "kind"]);
  const messageKey = random.pick(["message", "detail", "text", "description"]);
  const steps = random.pick<readonly (string | 0)[]>([
    [],
    ["error"],
    ["errors", 0],
    ["data", "problem"],
    ["result", "failures", 0, "cause"],
  ]);
  const innermost: unknown = { [codeKey]: errorCode, [messageKey]: errorMessage };
  const body = steps.reduceRight(
    (inner, step) => (step === 0 ? [inner] : { ok: false, [step]: inner }),
    innermost,
  );
  const errorCodePointer = `/${[...steps, codeKey].join("/")}`;
  return { errorCode, errorMessage, errorCodePointer, responseText: JSON.stringify(body) };
}
