import { page } from "../page.js";

/**
 * A page that moves right before it is left, and once more while the next document is on its way, which the site
 * holds back until then. What the browser reported of it by the time it was hidden lies in `sessionStorage`.
 */
export function leavingPage(): string {
  const body = `<a id="link" href="/held">Leave</a>
<div id="spacer"></div>
<div id="moving">This block moves.</div>`;
  return page({ title: "Leaving", head: HEAD, body, script: SCRIPT });
}

const HEAD = `<style>
#link { position: fixed; top: 0; left: 0; }
#spacer { height: 40px; }
#moving { height: 300px; background: #ddd; }
</style><script>
history.replaceState(null, "", "/held"); // a reload is held back too
window.seen = { lcp: 0, shifts: [] };
let isLeaving = false;
let isMoved = () => {};
const shifted = ({ startTime, value, hadRecentInput }) =>
  seen.shifts.push({ at: startTime, value, isByInput: hadRecentInput });
const observer = new PerformanceObserver((list) => {
  list.getEntries().forEach(shifted);
  if (isLeaving) fetch("/release", { keepalive: true });
  else isMoved();
});
observer.observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach((entry) => { seen.lcp = entry.startTime; }))
  .observe({ type: "largest-contentful-paint", buffered: true });
</script>`;

const SCRIPT = `let height = 40;
const move = () => {
  height += 30;
  document.getElementById("spacer").style.height = height + "px";
};
/** Moves, and leaves as soon as that was painted. */
window.leave = (go) => {
  isMoved = () => { isMoved = () => {}; go(); };
  move();
};
addEventListener("beforeunload", () => {
  isLeaving = true;
  move();
});
addEventListener("pagehide", () => {
  observer.takeRecords().forEach(shifted);
  sessionStorage.setItem("seen", JSON.stringify(seen));
});`;
