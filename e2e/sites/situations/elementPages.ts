/** Buttons that are hard to click, each alone on its page: `data-tell` is what its click says. */
export const elementPages: Readonly<Record<string, string>> = {
  "/plain": button(""),
  "/covered": `${button("")}<div id=cover style="position:fixed;inset:0;background:#8888"></div>`,
  "/covered-for-a-moment": `${button("")}<div id=cover style="position:fixed;inset:0"></div>
    <script>setTimeout(() => cover.remove(), 400)</script>`,
  "/covered-by-see-through": `${button("")}<div style="position:fixed;inset:0;pointer-events:none"></div>`,
  "/half-covered": `${button("width:300px")}<div style="position:absolute;left:0;top:0;width:120px;height:80px;background:red"></div>`,
  "/under-a-header": `<div id=head style="position:fixed;inset:0 0 auto 0;height:120px;background:#ccc"></div>
    <div style="height:900px"></div>${button("")}<div style="height:3000px"></div><script>scrollTo(0, 860)</script>`,
  "/moving": `<style>@keyframes m { from { left: 0 } to { left: 400px } }</style>
    ${button("position:absolute;animation:m 1s linear infinite alternate")}`,
  "/moving-at-first": `<style>@keyframes m { from { left: 0 } to { left: 300px } }</style>
    ${button("position:absolute;animation:m 600ms linear forwards")}`,
  "/disabled": "<button id=b data-tell=b disabled>Go</button>",
  "/disabled-fieldset": `<fieldset disabled>${button("")}</fieldset>`,
  "/aria-disabled": "<button id=b data-tell=b aria-disabled=true>Go</button>",
  "/enabled-later": `<button id=b data-tell=b disabled>Go</button>
    <script>setTimeout(() => { b.disabled = false }, 400)</script>`,
  "/display-none": button("display:none"),
  "/hidden": button("visibility:hidden"),
  "/shown-later": `${button("display:none")}<script>setTimeout(() => { b.style.display = "" }, 400)</script>`,
  "/transparent": button("opacity:0"),
  "/zero-size": "<div id=b data-tell=b style='width:0;height:0'></div>",
  "/one-pixel": "<div id=b data-tell=b style='width:1px;height:1px;margin:50px'></div>",
  "/off-screen": button("position:absolute;left:-5000px"),
  "/far-below": `<div style="height:5000px"></div>${button("")}`,
  "/far-right": `<div style="width:6000px"><div style="margin-left:5000px">${button("")}</div></div>`,
  "/in-a-scroller": `<div id=box style="height:100px;width:200px;overflow:auto"><div style="height:2000px"></div>${button("")}</div>`,
  "/no-pointer": `<div id=below style="position:relative">${button("pointer-events:none")}</div>`,
  "/rotated": button("transform:rotate(30deg) scale(1.5);margin:80px"),
  "/wrapped-link": `<div style="width:90px">one two three <a id=b data-tell=b href="#x">four five six seven eight</a></div>`,
  "/label-covers": `<label id=l style="display:inline-block;position:relative">On<input id=b type=checkbox style="position:absolute;inset:0;opacity:0;width:80px;height:30px" onchange="tell('changed')"></label>`,
  "/label-of-hidden": `<input id=c type=checkbox style="display:none" onchange="tell('changed')"><label id=b for=c>On</label>`,
  "/details": `<details><summary id=b>More</summary><p data-tell=p>Inside</p></details>
    <script>document.querySelector("details").addEventListener("toggle", () => tell("toggled"))</script>`,
  "/svg": `<svg width=100 height=100><circle id=b data-tell=b cx=50 cy=50 r=40></circle></svg>`,
  "/removed-later": `${button("display:none")}<script>setTimeout(() => b.remove(), 300)</script>`,
  "/late": `<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(button(""))}), 500)</script>`,
  "/replaced-again-and-again": `<div id=root></div><script>
    const draw = () => { root.innerHTML = ${JSON.stringify(button(""))}; };
    draw(); setInterval(draw, 30);</script>`,
  "/replaced-under-the-mouse": `<div id=root>${button("")}</div><script>
    let left = 1;
    root.addEventListener("pointermove", () => { if (left-- > 0) root.innerHTML = ${JSON.stringify(button(""))}; });</script>`,
  "/pushed-away-under-the-mouse": `<div id=space></div>${button("")}<br><button id=other data-tell=other>Other</button><script>
    let left = 1;
    addEventListener("pointermove", () => { if (left-- > 0) { space.style.height = "24px"; } });
    b.style.display = "block";</script>`,
  "/gone-on-mousedown": `${button("")}<script>b.onmousedown = () => { tell("down"); b.remove(); };</script>`,
  "/twins": `<button data-tell=first>Twin</button> <button data-tell=second>Twin</button>`,
  "/clickables": `<h1>Cards</h1><div id=a data-tell=a>Listens</div><div id=c style="cursor:pointer" data-tell=c><span>Shows a hand</span></div>
    <div id=t tabindex=0 data-tell=t>Takes focus</div><div id=n>Nothing</div><ul id=u><li>one</li></ul>
    <script>a.addEventListener("click", () => {})</script>`,
  "/deep": `<ul><li>one<ul><li>two<ul><li><button>three</button></ul></ul></ul>`,
};

function button(style: string): string {
  return `<button id=b data-tell=b style="${style}">Go</button>`;
}
