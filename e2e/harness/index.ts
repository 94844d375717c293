export { CdpClient } from "./CdpClient.js";
export { ExtensionPage } from "./ExtensionPage.js";
export { freePort } from "./freePort.js";
export { hostileRun } from "./hostileRun.js";
export { isAlive, processesOf } from "./processes.js";
export { searchFiles } from "./searchFiles.js";
export { type Seed, seedRun } from "./seedRun.js";
export { until } from "./until.js";
export { type CommandResult, ROOT, type RunOptions, Workspace } from "./Workspace.js";
