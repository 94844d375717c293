import { page } from "../page.js";
import { NAVIGATION } from "./navigation.js";

/** `/list`: its loads are in `/assets/list.js`; the title says when all of them have ended. */
export function listPage(): string {
  return page({
    title: "List - Shop",
    head: '<link rel="stylesheet" href="/assets/list.css">',
    body: `${NAVIGATION}
<h1>List</h1>
<img src="/assets/logo.png" width="64" height="64" alt="Shop logo">
<table id="results">
<thead><tr><th>Request</th><th>Status</th><th>Characters</th></tr></thead>
<tbody></tbody>
</table>
<p role="status" id="status"></p>
<script src="/assets/list.js"></script>`,
  });
}
