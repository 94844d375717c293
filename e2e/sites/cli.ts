import { parseArgs } from "node:util";
import {
  type Site,
  type SiteOptions,
  startHostile,
  startMany,
  startShop,
  startSituations,
  startVariant,
  startVitals,
} from "./index.js";

const USAGE =
  "usage: node e2e/dist/sites/cli.js shop|many|hostile|situations|variant|vitals [--port N] [--seed N]";

interface Wanted extends SiteOptions {
  readonly seed: number;
}

const SITES: Readonly<Record<string, (wanted: Wanted) => Promise<Site>>> = {
  shop: startShop,
  many: startMany,
  hostile: startHostile,
  situations: startSituations,
  variant: ({ seed, ...options }) => startVariant(seed, options),
  vitals: startVitals,
};

/** Runs one site until SIGINT or SIGTERM; prints its URL as one line. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      port: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const [name = "", ...others] = positionals;
  const [port, seed] = [Number(values.port), Number(values.seed)];
  const start = Object.hasOwn(SITES, name) ? SITES[name] : undefined;
  if (start === undefined || others.length > 0 || !isPort(port) || !Number.isInteger(seed)) {
    throw new Error(USAGE);
  }

  const site = await start({ port, seed });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void site.close());
  console.log(site.url);
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 0 && port <= 65_535;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
