import { page } from "../page.js";

/** The page; `window.raw` holds what the browser itself reported, read by another way than bsk's. */
export function vitalsPage(secret: string): string {
  const body = `<h1>Slow on purpose</h1>
<div id="banner"></div>
<p id="below">This paragraph moves when the banner comes.</p>
<button type="button" id="slow">Slow</button>
<a id="other" href="/other">Other</a>
<img id="hero" src="/hero.bmp?token=${secret}" width="600" height="300" alt="">`;
  return page({ title: "Vitals", head: RAW, body, script: SCRIPT });
}

const RAW = `<script>
window.raw = { fcp: 0, lcp: 0, shifts: [], events: [], tasks: [] };
const watch = (type, heard, options = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(heard)).observe({ type, buffered: true, ...options });
watch("paint", (e) => { if (e.name === "first-contentful-paint") raw.fcp = e.startTime; });
watch("largest-contentful-paint", (e) => { raw.lcp = e.startTime; raw.lcpOf = e.id; });
watch("layout-shift", (e) => { if (!e.hadRecentInput) raw.shifts.push(e.value); });
watch("event", (e) => { if (e.interactionId) raw.events.push(e.duration); }, { durationThreshold: 16 });
watch("longtask", (e) => raw.tasks.push(e.duration));
</script>`;

// The image comes after 600 ms: by then the shift and the long task are over.
const SCRIPT = `const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
addEventListener("DOMContentLoaded", () => {
  setTimeout(() => {
    document.getElementById("banner").style.height = "120px";
    setTimeout(function longWork() { busy(120); }, 100);
  }, 100);
});
document.getElementById("slow").addEventListener("click", function onSlow() { busy(300); });`;
