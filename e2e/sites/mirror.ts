import type { Site } from "./Site.js";
import { type Handler, startSite } from "./startSite.js";

/** A page that writes what is typed into its password field wherever a page can write, and a second that hears it. */
export function startMirror(): Promise<Site> {
  const mirror: Handler = (exchange) => exchange.html(MIRROR);
  return startSite(() => ({
    main: {
      "GET /mirror*": mirror,
      "GET /second": (exchange) => exchange.html(SECOND),
      "GET /m/*": (exchange) => exchange.empty(204),
      "POST /m/*": (exchange) => exchange.json(200, { back: exchange.requestText }),
    },
  }));
}

const MIRROR = `<!doctype html><meta charset=utf-8><title>Mirror</title>
<label>Password <input type=password></label>
<h1></h1><button>Say</button><a>Link</a><div id=markup></div>
<script>
const field = document.querySelector("input");
const channel = new BroadcastChannel("mirror");
const at = (v) => "/mirror/" + v + "?note=" + encodeURIComponent(v) + "#" + v;
function mirror(v) {
  document.title = "Title " + v;
  document.querySelector("h1").textContent = v.toUpperCase();
  document.querySelector("h1").dataset.note = v;
  document.querySelector("button").textContent = "Say " + v;
  document.querySelector("button").onclick = () => { location.href = at(v) + "-next"; };
  document.querySelector("a").href = "/mirror/" + v;
  document.querySelector("#markup").textContent = document.querySelector("h1").outerHTML;
  history.replaceState(null, "", at(v));
  console.log("said", v, { v });
  console.warn(JSON.stringify(JSON.stringify({ v })).replaceAll("/", "\\\\/"), escape(v), location.href);
  console.log(btoa(String.fromCharCode(...new TextEncoder().encode("user:" + v))));
  const body = JSON.stringify({ x1: v }).replace(/[^ -~]/g, (c) => "\\\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  fetch("/m/json", { method: "POST", headers: { "content-type": "application/json", "x-note": encodeURI(v) }, body });
  fetch("/m/form", { method: "POST", body: new URLSearchParams({ x1: v }) });
  fetch("/m/html", { method: "POST", headers: { "content-type": "text/html" }, body: document.body.innerHTML });
  fetch("/m/" + v + "?note=" + encodeURIComponent(encodeURIComponent(v)).toLowerCase());
  channel.postMessage(v);
}
field.addEventListener("input", () => mirror(field.value));
</script>`;

const SECOND = `<!doctype html><meta charset=utf-8><title>Second</title><p>empty</p>
<script>
new BroadcastChannel("mirror").onmessage = ({ data }) => {
  document.title = "Heard " + data;
  document.querySelector("p").textContent = "heard " + data;
  location.hash = data;
  console.log("heard", data);
  fetch("/m/" + encodeURIComponent(data));
};
</script>`;
