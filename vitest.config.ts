import { defineConfig } from "vitest/config";

/**
 * Tests import what `npm run build` made, and Node itself loads it from there: so V8 counts the lines
 * that ship, and c8 finds the TypeScript behind them by the source maps.
 */
export default defineConfig({
  test: {
    pool: "threads",
    globalSetup: ["scripts/prepareCounts.ts"],
    teardownTimeout: 60_000, // a worker that is ended before it wrote its counts makes tested lines look untested
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["*/test/**/*.test.ts", "plugins/*/test/**/*.test.ts"],
          testTimeout: 20_000,
          setupFiles: ["scripts/uncountedChildren.ts", "scripts/cleanGlobals.ts"],
          isolate: false, // loading everything anew for each file took a third of all computing
          maxWorkers: 3, // many wait for a process more than they compute
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/*.e2e.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
          sequence: { groupOrder: 1 }, // after unit
        },
      },
    ],
  },
});
