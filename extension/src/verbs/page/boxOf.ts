import { pageFunction } from "./pageFunction.js";
import type { Box } from "./probe.js";

function boxOf(this: Element): Box {
  const { x, y, width, height } = this.getBoundingClientRect();
  return { x, y, width, height };
}

export const BOX_OF: string = pageFunction(boxOf);
