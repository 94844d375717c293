import { takeCoverage } from "node:v8";
import { afterAll } from "vitest";

// A worker that is ended before it wrote its counts would make tested lines look untested.
afterAll(() => {
  if (process.env.NODE_V8_COVERAGE) takeCoverage();
});
