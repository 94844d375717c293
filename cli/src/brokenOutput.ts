/** The reader of our output has gone, as `head` does once it has enough: nothing to say about it. */
const GONE: ReadonlySet<unknown> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/**
 * Calls back, once, when output cannot be written any more, with the exit code of that: 0 where the reader
 * simply went, 1 where the system refused (a full disk), which is said on stderr as far as that works.
 */
export function onBrokenOutput(
  stream: NodeJS.WriteStream,
  onBroken: (exitCode: number) => void,
): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    const isQuiet = GONE.has(error.code);
    if (!isQuiet && stream === process.stdout) {
      process.stderr.write(`error: stdout cannot be written: ${error.code ?? error.message}\n`);
    }
    onBroken(isQuiet ? 0 : 1);
  });
}
