/** Dialogs of each kind, from what each verb does. */
export const dialogPages: Readonly<Record<string, string>> = {
  "/ask": `<button id=alert onclick="alert('hello'); tell('alerted')">Alert</button>
    <button id=confirm onclick="tell('confirm:' + confirm('sure?'))">Confirm</button>
    <button id=prompt onclick="tell('prompt:' + prompt('name?', 'Ada'))">Prompt</button>
    <button id=twice onclick="alert('one'); alert('two'); tell('twice')">Twice</button>
    <button id=secret onclick="alert('your token=sk_live_abcdef1234567890')">Secret</button>
    <button id=later onclick="setTimeout(() => { alert('later'); tell('later') }, 400)">Later</button>
    <input id=oninput oninput="alert('input'); tell('input')" aria-label=In>
    <input id=onfocus onfocus="this.onfocus = null; alert('focus'); tell('focus')" aria-label=Focus>
    <input id=onblur onblur="this.onblur = null; alert('blur'); tell('blur')" aria-label=Blur>
    <input id=onkey onkeydown="this.onkeydown = null; alert('key'); tell('key')" aria-label=Key>
    <select id=onchange onchange="alert('change'); tell('change')" aria-label=Change><option>x<option>y</select>
    <div id=onwheel style="width:200px;height:40px">Wheel</div>
    <script>document.getElementById("onwheel").addEventListener("wheel", () => { alert("wheel"); tell("wheel") }, { once: true })</script>`,
  "/ask-on-hover": `<div id=onhover style="width:200px;height:40px;margin:200px" onmouseenter="alert('hover'); tell('hover')">Hover</div>`,
  "/alert-at-once": `<script>alert("at once"); tell("at once")</script><button id=b data-tell=b>Go</button>`,
  "/alerts-for-ever": `<script>for (;;) alert(1);</script>`,
  "/leaving": `<button id=arm>Arm</button><a id=away href="/plain">Away</a><script>
    arm.onclick = () => { window.addEventListener("beforeunload", (event) => event.preventDefault()); tell("armed"); };</script>`,
  "/login": `<button id=fetch onclick="fetch('/members').catch(() => tell('refused'))">Fetch</button>
    <button id=image onclick="new Image().src = '/members'">Image</button>
    <button id=b data-tell=b>Go</button><input id=a aria-label=Name onkeydown="tell('key')">
    <div id=over onmouseenter="tell('over')" style="width:90px;height:30px">Over</div>`,
  "/ask-in-frame": `<iframe src="/inner" width=420 height=120></iframe>`,
  "/ask-in-cross-frame": `<iframe src="CROSS/inner" width=420 height=120></iframe>`,
};
