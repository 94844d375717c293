import { escapeHtml, page } from "../page.js";
import { NAVIGATION } from "./navigation.js";

/** `/frames`: holds a frame of the second origin. */
export function framesPage(crossOrigin: string): string {
  return page({
    title: "Frames - Shop",
    body: `${NAVIGATION}
<h1>Frames</h1>
<iframe src="${escapeHtml(crossOrigin)}/frame" title="Frame of another site"></iframe>`,
  });
}

/** `/frame` of the second origin: posts and logs in its first inline script, before its body. */
export function crossFramePage(): string {
  return page({
    title: "Foreign frame",
    head: `<script>
console.log("frame script runs", location.origin);
fetch("/api/frame", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ from: "frame" }),
}).then((response) => {
  console.log("frame posted", response.status);
  document.getElementById("state").textContent = "posted, " + response.status;
});
</script>`,
    body: '<h2>Foreign frame</h2>\n<p id="state">posting</p>',
  });
}
