import { escapeHtml, page, scriptValue } from "../page.js";
import type { VariantFacts } from "./drawFacts.js";

/** The variant's only page; `?fixed=1` sends the right key. */
export function variantPage(facts: VariantFacts): string {
  return page({
    title: facts.title,
    body: `<h1>${escapeHtml(facts.title)}</h1>
<form id="form">
<label>${escapeHtml(facts.label)}
<input name="${escapeHtml(facts.fieldName)}" value="${escapeHtml(facts.value)}"></label>
<button type="button" id="send">${escapeHtml(facts.buttonLabel)}</button>
</form>
<p role="${facts.pageRole}" id="outcome"></p>`,
    script: `const facts = ${scriptValue(knownToThePage(facts))};\n${SCRIPT}`,
  });
}

/** What the server alone knows stays out of the page's source. */
function knownToThePage(facts: VariantFacts): Partial<VariantFacts> {
  const { wrongKey, rightKey, method, apiPath, bodyFormat, noisePaths } = facts;
  const { pageText, savedText, consoleMessage, logsStatus } = facts;
  const sent = { wrongKey, rightKey, method, apiPath, bodyFormat, noisePaths };
  return { ...sent, pageText, savedText, consoleMessage, logsStatus };
}

const SCRIPT = `
function encode(fields) {
  return facts.bodyFormat === "json"
    ? { type: "application/json", body: JSON.stringify(fields) }
    : { type: "application/x-www-form-urlencoded", body: new URLSearchParams(fields).toString() };
}

async function send() {
  const outcome = document.getElementById("outcome");
  outcome.textContent = "";
  const key = new URLSearchParams(location.search).has("fixed") ? facts.rightKey : facts.wrongKey;
  const { type, body } = encode({ [key]: document.querySelector("input").value });
  const response = await fetch(facts.apiPath, {
    method: facts.method,
    headers: { "content-type": type },
    body,
  });
  if (response.ok) {
    outcome.textContent = facts.savedText;
    return;
  }
  outcome.textContent = facts.pageText;
  console.error(facts.consoleMessage, ...(facts.logsStatus ? [response.status] : []));
}

document.getElementById("form").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("send").addEventListener("click", send);
for (const path of facts.noisePaths) fetch(path);`;
