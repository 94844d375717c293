import { fileURLToPath } from "node:url";
import { bundled } from "../bundled.mjs";
import { ratio } from "../statistics.mjs";

const ENTRY = fileURLToPath(new URL("../inWorker.mjs", import.meta.url));
const KIB = 1024;
const SIZES = [1 * KIB, 16 * KIB, 64 * KIB, 512 * KIB, 2048 * KIB];
const SHAPES = ["records", "texts", "numbers"];

/** Redaction of JSON bodies against parsing and printing them, here and in the extension's worker. */
export async function measure(bench) {
  const rounds = bench.isQuick ? 3 : 15;
  const code = await bundled(ENTRY);
  const here = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const rows = [];
  for (const shape of SHAPES) {
    for (const bytes of SIZES) {
      const result = here.compare(shape, bytes, rounds);
      rows.push(row(`redaction of JSON ${shape}, ${bytes / KIB} KiB, in Node`, result));
    }
  }
  const worker = await bench.worker();
  if (!worker) throw new Error("the extension's worker is no target");
  const session = await bench.cdp.attach(worker.targetId);
  for (const shape of SHAPES) {
    for (const bytes of SIZES) {
      // Under the bench's own evaluation: nothing of it is in the extension that ships.
      const { result, exceptionDetails } = await bench.cdp.send(
        "Runtime.evaluate",
        {
          expression: `(async () => { ${asScript(code)}; return compare("${shape}", ${bytes}, ${rounds}); })()`,
          awaitPromise: true,
          returnByValue: true,
        },
        session,
      );
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails).slice(0, 500));
      const what = `redaction of JSON ${shape}, ${bytes / KIB} KiB, in the worker`;
      rows.push(row(what, result.value));
    }
  }
  return rows;
}

function asScript(code) {
  return code.replace(/export\s*\{[^}]*\};?\s*$/, "");
}

/** Without a bar: the engine is to be made fast in a step of its own. */
function row(what, { redact, parse }) {
  return { what, against: "`JSON.parse` + `JSON.stringify` there", ...ratio(redact, parse) };
}
