import { serveThread } from "./serveThread.js";

// Entry of a command thread, where nothing is bundled.
serveThread();
