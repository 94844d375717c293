export { CdpClient } from "./CdpClient.js";
export { freePort } from "./freePort.js";
export { OwnBrowser, type OwnPage } from "./OwnBrowser.js";
export { isAlive, processesOf } from "./processes.js";
export { Shell } from "./Shell.js";
export { searchFiles } from "./searchFiles.js";
export { UserBrowser } from "./UserBrowser.js";
export { until } from "./until.js";
export { type CommandResult, ROOT, type RunOptions, Workspace } from "./Workspace.js";
