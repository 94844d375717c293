import { page } from "../page.js";
import { NAVIGATION } from "./navigation.js";

/** `/login`: posts JSON with the password, keeps the token for the tab, goes on to the profile. */
export function loginPage(): string {
  return page({ title: "Log in - Shop", body: BODY, script: SCRIPT });
}

const BODY = `${NAVIGATION}
<h1>Log in</h1>
<form id="login">
<label>User name <input name="username" autocomplete="username" required></label>
<label>Password
<input name="password" type="password" autocomplete="current-password" required></label>
<button type="submit">Log in</button>
</form>
<p role="alert" id="alert"></p>`;

const SCRIPT = `document.getElementById("login").addEventListener("submit", async function logIn(event) {
  event.preventDefault();
  const { username, password } = event.target.elements;
  const response = await fetch("/api/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: username.value, password: password.value }),
  });
  if (!response.ok) {
    document.getElementById("alert").textContent = "Could not log in";
    return;
  }
  const answer = await response.json();
  sessionStorage.setItem("shop.token", answer.token);
  location.assign("/profile");
});`;
