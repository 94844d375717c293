/** Pages that get in the way of whatever runs in them. */
export const hostilePages: Readonly<Record<string, string>> = {
  "/emptied": `<button id=b data-tell=b>Go</button><script>onload = () => document.documentElement.remove()</script>`,
  "/files": `<input type=file id=one aria-label=One oncancel="tell('cancelled')"><input type=file multiple id=many aria-label=Many oncancel="tell('cancelled')">
    <button id=detached onclick="const input = document.createElement('input'); input.type = 'file'; input.click()">Detached</button>
    <button id=picker onclick="showOpenFilePicker().catch(({ name }) => tell(name))">Picker</button><button id=b data-tell=b>Go</button>`,
  "/own-array":
    hostile(`for (const name of ["map", "push", "filter", "find", "includes", "slice", "some", "join"]) {
      if (name !== "push" && name !== "join") Array.prototype[name] = () => { throw new Error("mine"); };
    }
    Object.prototype.then = undefined; Array.prototype.toJSON = () => "mine";`),
  "/own-elements":
    hostile(`Element.prototype.getBoundingClientRect = () => { throw new Error("mine"); };
    Element.prototype.getClientRects = () => []; Element.prototype.matches = () => false; Element.prototype.closest = () => document.body;
    Element.prototype.checkVisibility = () => false; document.elementFromPoint = () => null;`),
  "/own-json":
    hostile(`JSON.stringify = () => { throw new Error("mine"); }; JSON.parse = JSON.stringify;
    window.requestAnimationFrame = () => 0; window.setTimeout = () => 0; window.Promise = class {};`),
  "/getters":
    hostile(`for (const name of ["activeElement", "visibilityState", "readyState", "body", "title"]) {
      Object.defineProperty(document, name, { get() { throw new Error("mine"); } });
    }`),
  "/clobbered": `<form><input name=querySelector><input name=getRootNode aria-label=Root><input name=ownerDocument><input name=parentNode>
    <button type=button id=b data-tell=b>Go</button></form><img name=querySelector><img name=activeElement><a id=innerWidth></a><form id=document></form>`,
  "/many-nodes": `<div id=root></div><script>
    root.innerHTML = Array.from({ length: 10000 }, (_, n) => "<i class=n" + n + "></i>").join("");</script><button id=b data-tell=b>Go</button>`,
  "/deep-nodes": `<p>Deep</p><script>
    let at = document.body;
    for (let depth = 0; depth < 400; depth += 1) at = at.appendChild(document.createElement("div"));
    document.body.insertAdjacentHTML("beforeend", "<button id=b data-tell=b>Go</button>");</script>`,
  "/stops-events": `<button id=b data-tell=b>Go</button><input id=a aria-label=A><script>
    for (const type of ["pointerdown", "mousedown", "focus", "focusin", "keydown"]) addEventListener(type, (event) => event.stopImmediatePropagation(), true);</script>`,
  "/steals-focus": `<input id=a aria-label=A onfocus="b.focus()"><input id=b aria-label=B>`,
  "/controls": `<button id=b data-tell=b>Go \u202e\u0007 &lt;b&gt; ] @e9 [redacted]</button><script>document.title = "t\\u001b[31m\\u202e";</script>`,
};

function hostile(script: string): string {
  return `<script>${script}</script><button id=b data-tell=b>Go</button> <input id=a aria-label=A>
    <select id=s aria-label=S><option>x<option>y</select>`;
}
