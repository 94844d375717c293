import { page } from "../page.js";
import { NAVIGATION } from "./navigation.js";

/** `/`: what there is to see. */
export function homePage(): string {
  return page({
    title: "Shop",
    body: `${NAVIGATION}
<h1>Shop</h1>
<p>A small site with faults, made to be recorded.</p>
<ul>
<li><a href="/login">Log in</a>: a password, a session cookie, a bearer token</li>
<li><a href="/profile">Profile</a>: a save that fails with 422</li>
<li><a href="/profile?fixed=1">Profile, fixed</a>: the same save with the right key</li>
<li><a href="/list">List</a>: repeated, slow, redirected, broken and large answers</li>
<li><a href="/frames">Frames</a>: a frame of another site that posts at once</li>
</ul>`,
  });
}
