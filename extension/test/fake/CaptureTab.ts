import { type ManualClock, ScriptedSession } from "@bsk/core/testing";

/** What the observer reads of the page. */
const SHOWN = {
  url: "about:blank",
  title: "",
  text: "",
  text_truncated: false,
  fields: [],
  fields_partial: false,
  navigation: "navigate",
};

/** An attached tab whose page shows nothing, and can be captured. */
export class CaptureTab extends ScriptedSession {
  constructor(
    readonly tabId: number,
    clock: ManualClock,
  ) {
    super(clock);
    this.answer("Page.getFrameTree", () => ({
      frameTree: { frame: { id: "F1", url: "about:blank" } },
    }))
      .answer("Page.addScriptToEvaluateOnNewDocument", ({ params }) => {
        const { worldName: name } = params as { worldName: string };
        const context = { id: 7, uniqueId: "u7", name, origin: "", auxData: { frameId: "F1" } };
        this.dispatch("Runtime.executionContextCreated", { context });
        return { identifier: "s1" };
      })
      .answer("Runtime.evaluate", ({ params }) => {
        const { expression } = params as { expression: string };
        return expression.includes("__bskSnapshot")
          ? { result: { type: "string", value: JSON.stringify(SHOWN) } }
          : { result: { type: "undefined" } };
      });
  }
}
