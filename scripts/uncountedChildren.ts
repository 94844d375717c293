// Of the unit tests: what they start is not counted, which makes each process twice as slow. End-to-end tests count
// the main way. Set here and not in vitest's `env`, which would keep the tests' own threads from counting.
process.env.NODE_V8_COVERAGE = "";
