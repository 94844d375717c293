#!/usr/bin/env node
const bundle = require("node:path").join(__dirname, "../dist/bundle/bsk.cjs");
if (require("node:fs").existsSync(bundle)) require(bundle).main();
else {
  process.exitCode = 1;
  process.stderr.write("error: bsk is not built.\nhint: npm run build\n");
}
