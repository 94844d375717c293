import { HOSTILE } from "./situations/hostile.js";
import { INPUTS } from "./situations/inputs.js";
import { play } from "./situations/play.js";

play("inputs", [...INPUTS, ...HOSTILE], 16);
