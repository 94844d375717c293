/** The reader of our output has gone, as `head` does once it has enough: nothing to say about it. */
const GONE: ReadonlySet<unknown> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/**
 * Gives what writes to a stream of this process; as the stream's own `write`, it is false when a drain is to be
 * waited for. Calls back, once, when the stream cannot be written any more, with the exit code of that: 0 where the
 * reader simply went, 1 where the system refused (a full disk), which is said on stderr as far as that works.
 */
export function guardedWrite(
  stream: NodeJS.WriteStream,
  onBroken: (exitCode: number) => void,
): (text: string) => boolean {
  let isBroken = false;
  const fail = (error: NodeJS.ErrnoException): void => {
    if (isBroken) return;
    isBroken = true;
    const isQuiet = GONE.has(error.code);
    if (!isQuiet && stream === process.stdout) tell(error);
    onBroken(isQuiet ? 0 : 1);
  };
  stream.removeAllListeners("error"); // oclif's throws whatever is no EPIPE
  stream.on("error", fail);
  return (text) => {
    if (isBroken) return true;
    return stream.write(text);
  };
}

function tell({ code, message }: NodeJS.ErrnoException): void {
  const remedy =
    code === "ENOSPC" ? "free some space, or write to another disk" : "write to another file";
  try {
    process.stderr.write(`error: stdout cannot be written: ${code ?? message}\nhint: ${remedy}\n`);
  } catch {
    // The same disk: the exit code says it.
  }
}
