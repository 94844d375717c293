/** Fields, lists, keys, hovering and scrolling. */
export const inputPages: Readonly<Record<string, string>> = {
  "/fields": `<form>${[
    "text",
    "search",
    "email",
    "url",
    "tel",
    "password",
    "number",
    "date",
    "time",
    "datetime-local",
    "month",
    "week",
    "color",
    "range",
    "checkbox",
    "radio",
    "file",
  ]
    .map(
      (type) =>
        `<label>${type} <input id=${type} type=${type} onchange="tell('${type}')"></label><br>`,
    )
    .join("")}
    <input id=kept value=abc aria-label=Kept><input id=readonly readonly value=x aria-label=Fixed>
    <input id=short maxlength=3 aria-label=Short><input id=shout oninput="this.value = this.value.toUpperCase()" aria-label=Shout>
    <textarea id=area aria-label=Area>old</textarea><div id=edit contenteditable>old</div>
    <input id=off disabled aria-label=Off><select id=list aria-label=List><option>x</select></form>`,
  "/lists": `<select id=one aria-label=One onchange="tell('change:' + this.value)" oninput="tell('input')"><option value=a>Alpha<option value=b>Beta<option value=c disabled>Gamma</select>
    <select id=many multiple aria-label=Many onchange="tell([...this.selectedOptions].map((o) => o.value).join('+'))"><option value=a selected>Alpha<option value=b>Beta, or not<option value=c>Gamma</select>
    <select id=late aria-label=Late></select><select id=off disabled aria-label=Off><option>x</select>
    <script>setTimeout(() => { late.innerHTML = "<option>late one" }, 400)</script>`,
  "/keys": `<input id=a aria-label=A><input id=b aria-label=B value=text><form onsubmit="tell('submit'); return false"><input id=f aria-label=F></form>
    <div id=d>text</div><script>
    for (const type of ["keydown", "keyup"]) addEventListener(type, (event) => {
      const held = ["ctrl", "shift", "alt", "meta"].filter((name) => event[name + "Key"]).join("+");
      tell([type.slice(3), event.key === " " ? "Space" : event.key, event.code, event.keyCode, held].join(":"));
    }, true);</script>`,
  "/menu": `<style>#sub { display: none } #menu:hover #sub { display: block }</style>
    <div id=menu style="width:200px"><button id=top>Menu</button><div id=sub><button id=item data-tell=item>Item</button></div></div>
    <button id=off disabled onmouseover="tell('over')">Off</button>
    <button id=mod onmouseover="tell('shift:' + event.shiftKey)">Mod</button>
    <div id=cover style="position:absolute;left:300px;top:0;width:100px;height:100px"></div>
    <button id=under style="position:absolute;left:320px;top:20px;z-index:-1">Under</button>`,
  "/scroll": `<div id=box style="height:100px;width:200px;overflow:auto;border:1px solid"><div style="height:2000px">tall</div><p id=end>end</p></div>
    <div style="height:4000px"></div><p id=far>far</p><script>
    addEventListener("wheel", (event) => tell("wheel:" + event.deltaX + "," + event.deltaY + (event.shiftKey ? ":shift" : "")));</script>`,
  "/hang-on-click": `<button id=b onclick="tell('hangs'); for (;;);">Hang</button>`,
  "/hang-soon": `<button id=b data-tell=b>Go</button><script>setTimeout(() => { for (;;); }, 700)</script>`,
  "/opens-hang": `<button id=open onclick="window.open('/hang-later')">Open</button>`,
  "/hang-later": `<button id=b onclick="setTimeout(() => { for (;;); }, 300)">Hang</button>`,
  "/hang-asks": `<button id=b data-tell=b>Go</button><script>onbeforeunload = (event) => event.preventDefault();
    setTimeout(() => { for (;;); }, 700)</script>`,
  "/hang-on-key": `<input id=a aria-label=A onkeydown="for (;;);">`,
  "/slow-click": `<button id=b onclick="const end = performance.now() + 1200; while (performance.now() < end); tell('slow')">Slow</button>`,
  "/says": `<script>console.log("said %s", "this"); console.error("token=sk_live_abcdef1234567890"); setTimeout(() => nothing.here, 0);
    fetch("/nowhere?api_key=sk_live_abcdef1234567890"); fetch("http://127.0.0.1:1/").catch(() => {});</script>`,
  "/markup": `<div id=part><p>shown</p><input type=password name=pw value=hunter2secret><input type=hidden name=csrf_token value=tok-9f8e7d6c5b4a3210><a href="/x?api_key=sk_live_abcdef1234567890">link</a></div>
    <p>${"long ".repeat(2000)}</p>`,
};
