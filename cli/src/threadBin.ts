import { loadProgram } from "./loadProgram.js";

// Entry of a command thread in the bundle: the program, compiled from the same cache as the command's.
loadProgram().serveThread();
