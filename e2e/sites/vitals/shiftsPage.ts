import { page } from "../page.js";

/**
 * A page that moves by itself: once, then after more than a second for longer than five. Its button moves it
 * farther than all of that, in answer to the click. `window.shifts` holds what the browser itself reported.
 */
export function shiftsPage(): string {
  const body = `<button type="button" id="jump">Jump</button>
<div id="spacer"></div>
<div id="moving">This block moves.</div>`;
  return page({ title: "Shifts", head: HEAD, body, script: SCRIPT });
}

const HEAD = `<style>
#jump { position: fixed; top: 0; left: 0; height: 30px; }
#spacer { height: 40px; }
#moving { height: 300px; background: #ddd; }
</style><script>
window.shifts = [];
window.isDone = false;
new PerformanceObserver((list) => list.getEntries().forEach(({ startTime, value, hadRecentInput }) =>
  shifts.push({ at: startTime, value, isByInput: hadRecentInput }))).observe({ type: "layout-shift", buffered: true });
</script>`;

// 12 px once; 1.5 s later 22 times 6 px, which is 6.3 s in all; 240 px for the click.
const SCRIPT = `const spacer = document.getElementById("spacer");
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
addEventListener("load", async () => {
  await sleep(300);
  spacer.style.height = "52px";
  await sleep(1500);
  for (let step = 0; step < 22; step += 1) {
    spacer.style.height = step % 2 ? "52px" : "58px";
    await sleep(300);
  }
  window.isDone = true;
});
document.getElementById("jump").onclick = () => { spacer.style.height = "292px"; };`;
