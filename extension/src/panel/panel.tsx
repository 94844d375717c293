import { render } from "preact";
import { App } from "./App.js";
import { loadFeatures } from "./state/features.js";
import { startRouting } from "./state/route.js";

startRouting();
void loadFeatures();
const root = document.querySelector("#app");
if (root) render(<App />, root);
