/** First words of what looks at the daemon from outside, waits by itself, or loads code of the user's. */
const OWN_PROCESS: ReadonlySet<string> = new Set([
  "completion",
  "daemon",
  "doctor",
  "help",
  "logs",
  "plugin",
  "wait-ms",
]);
/**
 * Help and version need no daemon; a recording's file is read in the user's process; `-v` says how that process
 * speaks with the daemon.
 */
const OWN_FLAGS: ReadonlySet<string> = new Set([
  "--help",
  "-h",
  "--version",
  "--input",
  "--verbose",
  "-v",
  "-vv",
]);

/** Whether a running daemon may be asked to run this command line; it can still decline. */
export function mayRunInDaemon(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const first = words.find((word) => !word.startsWith("-"));
  if (first === undefined || OWN_PROCESS.has(first)) return false;
  return !words.some((word) => OWN_FLAGS.has(word.split("=", 1)[0] ?? word));
}
