import { page } from "../page.js";
import { AUTHORIZATION_SCRIPT, NAVIGATION } from "./navigation.js";

/** `/profile`: sends `displayName` where the server wants `name`; `?fixed=1` sends `name`. */
export function profilePage(): string {
  return page({ title: "Profile - Shop", body: BODY, script: SCRIPT });
}

const BODY = `${NAVIGATION}
<h1>Profile</h1>
<p>Account <output id="account">…</output></p>
<form id="profile">
<label>Display name <input name="displayName" value="Ada"></label>
<button type="button" id="save">Save</button>
</form>
<p role="alert" id="alert"></p>
<p role="status" id="status"></p>`;

// The account's id is cut from the text: JSON.parse would change its last digits.
const SCRIPT = `${AUTHORIZATION_SCRIPT}

async function loadProfile() {
  const response = await fetch("/api/profile", { headers: authorization() });
  const text = await response.text();
  document.getElementById("account").textContent = text.match(/"id":(\\d+)/)?.[1] ?? "unknown";
}

async function saveProfile() {
  const alert = document.getElementById("alert");
  const status = document.getElementById("status");
  alert.textContent = status.textContent = "";
  const displayName = document.querySelector("[name=displayName]").value;
  const isFixed = new URLSearchParams(location.search).has("fixed");
  const response = await fetch("/api/profile", {
    method: "POST",
    headers: { "content-type": "application/json", ...authorization() },
    body: JSON.stringify(isFixed ? { name: displayName } : { displayName }),
  });
  if (response.ok) {
    status.textContent = "Saved";
    return;
  }
  alert.textContent = "Could not save";
  console.error("save failed", response.status);
}

document.getElementById("profile").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("save").addEventListener("click", saveProfile);
loadProfile();`;
