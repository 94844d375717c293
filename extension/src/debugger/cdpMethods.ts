import type { CdpMethod } from "@bsk/core";

/**
 * Every CDP method that bsk may call. A debugger on one tab can read the cookies of every site and
 * open targets, so what is not named here cannot be sent; a test pins the list.
 */
export const CDP_METHODS: ReadonlySet<string> = new Set<CdpMethod>([
  "Accessibility.getFullAXTree",
  "Accessibility.getPartialAXTree",
  "DOM.getFrameOwner",
  "DOM.resolveNode",
  "Emulation.setFocusEmulationEnabled",
  "Input.dispatchKeyEvent",
  "Input.dispatchMouseEvent",
  "Input.insertText",
  "Inspector.enable",
  "Log.enable",
  "Network.configureDurableMessages",
  "Network.enable",
  "Network.getRequestPostData",
  "Network.getResponseBody",
  "Network.streamResourceContent",
  "Page.addScriptToEvaluateOnNewDocument",
  "Page.createIsolatedWorld",
  "Page.enable",
  "Page.getFrameTree",
  "Page.getNavigationHistory",
  "Page.handleJavaScriptDialog",
  "Page.navigate",
  "Page.reload",
  "Page.removeScriptToEvaluateOnNewDocument",
  "Page.stopLoading",
  "Runtime.addBinding",
  "Runtime.callFunctionOn",
  "Runtime.enable",
  "Runtime.evaluate",
  "Runtime.releaseObjectGroup",
  "Runtime.removeBinding",
  "Runtime.runIfWaitingForDebugger",
  "Runtime.setAsyncCallStackDepth",
  "Runtime.terminateExecution",
  "Target.setAutoAttach",
]);
