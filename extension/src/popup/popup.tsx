import { render } from "preact";
import { PopupView } from "./PopupView.js";

const root = document.querySelector("#app");
if (root) render(<PopupView />, root);
