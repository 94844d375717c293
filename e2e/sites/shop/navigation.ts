/** The links on top of each page of the shop. */
export const NAVIGATION = `<nav>
<a href="/">Shop</a><a href="/login">Log in</a><a href="/profile">Profile</a>
<a href="/list">List</a><a href="/frames">Frames</a>
</nav>`;

/** Inline script: `authorization()` gives the header once the login has left a token in the tab. */
export const AUTHORIZATION_SCRIPT = `function authorization() {
  const token = sessionStorage.getItem("shop.token");
  return token === null ? {} : { authorization: "Bearer " + token };
}`;
