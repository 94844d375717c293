import { DIALOGS } from "./situations/dialogs.js";
import { NAVIGATION } from "./situations/navigation.js";
import { play } from "./situations/play.js";
import { TROUBLE } from "./situations/trouble.js";

play("pages", [...DIALOGS, ...NAVIGATION, ...TROUBLE], 24);
