const INNER = `<button id=in data-tell=inner>Inner</button> <input id=field aria-label=Field oninput="tell('typed')">
  <button id=ask onclick="tell(String(confirm('inner?')))">Ask</button>
  <select id=pick aria-label=Pick onchange="tell(this.value)"><option>x<option>y</select>`;

/** What stands in frames, of both origins. */
export const innerPages: Readonly<Record<string, string>> = {
  "/inner": INNER,
  "/inner-to-cross": `<iframe src="CROSS/inner" width=350 height=120></iframe>`,
  "/inner-to-site": `<iframe src="SITE/inner" width=350 height=120></iframe>`,
  "/inner-shadow": shadow("open"),
};

/** Frames and shadow roots. */
export const framePages: Readonly<Record<string, string>> = {
  "/frame-same": frame("/inner"),
  "/frame-cross": frame("CROSS/inner"),
  "/frame-same-cross": frame("/inner-to-cross"),
  "/frame-cross-same": frame("CROSS/inner-to-site"),
  "/frame-far": `<div style="height:3000px"></div>${frame("CROSS/inner")}`,
  "/frame-covered": `${frame("CROSS/inner")}<div id=cover style="position:fixed;inset:0"></div>`,
  "/frame-scaled": `<div style="transform:scale(0.5);transform-origin:0 0">${frame("CROSS/inner")}</div>`,
  "/frame-shadow": frame("CROSS/inner-shadow"),
  "/frame-srcdoc": `<iframe srcdoc="<button id=in onclick=&quot;parent.tell('srcdoc')&quot;>Inner</button>" width=300 height=80></iframe>`,
  "/frame-goes": `${frame("CROSS/inner")}<button id=go onclick="document.querySelector('iframe').src = '/inner-shadow'">Change</button>`,
  "/shadow-open": shadow("open"),
  "/shadow-closed": shadow("closed"),
  "/shadow-nested": `<div id=host></div><script>
    const outer = host.attachShadow({ mode: "closed" });
    outer.innerHTML = "<div></div>";
    const inner = outer.firstChild.attachShadow({ mode: "closed" });
    inner.innerHTML = "<button>Deep</button><input aria-label=Deep>";
    inner.firstChild.onclick = () => tell("deep");
    inner.lastChild.oninput = () => tell("typed");</script>`,
};

function frame(src: string): string {
  return `<iframe src="${src}" width=420 height=160 style="border:3px solid;padding:5px"></iframe>`;
}

function shadow(mode: "open" | "closed"): string {
  return `<div id=host></div><script>
    const root = host.attachShadow({ mode: "${mode}" });
    root.innerHTML = "<button id=in>Shadow</button><input id=field aria-label=Field><select id=pick aria-label=Pick><option>x<option>y</select>";
    root.getElementById("in").onclick = () => tell("${mode}");
    root.getElementById("field").oninput = () => tell("typed");
    root.getElementById("pick").onchange = () => tell("picked");</script>`;
}
