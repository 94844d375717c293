import { ELEMENTS } from "./situations/elements.js";
import { FRAMES } from "./situations/frames.js";
import { play } from "./situations/play.js";

play("elements", [...ELEMENTS, ...FRAMES], 16);
