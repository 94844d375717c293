import type { Site, SiteOptions } from "../Site.js";
import { type Handler, startSite } from "../startSite.js";
import { apiRoutes } from "./api.js";
import { assetRoutes } from "./assets.js";
import { crossFramePage, framesPage } from "./framesPage.js";
import { homePage } from "./homePage.js";
import { listPage } from "./listPage.js";
import { loginPage } from "./loginPage.js";
import { profilePage } from "./profilePage.js";
import { drawSecrets, type ShopSecrets } from "./secrets.js";

export interface ShopSite extends Site {
  readonly secrets: ShopSecrets;
}

/** Starts the built-in demo: a login, a save that fails with 422, a busy list, a foreign frame. */
export async function startShop(options: SiteOptions = {}): Promise<ShopSite> {
  const secrets = drawSecrets();
  const site = await startSite(
    ({ crossOrigin }) => ({
      main: {
        "GET /": html(homePage()),
        "GET /login": html(loginPage()),
        "GET /profile": html(profilePage()),
        "GET /list": html(listPage()),
        "GET /frames": html(framesPage(crossOrigin)),
        ...assetRoutes,
        ...apiRoutes(secrets),
      },
      cross: {
        "GET /frame": html(crossFramePage()),
        "POST /api/frame": (exchange) => exchange.json(200, { seen: true }),
      },
    }),
    options,
  );
  return { ...site, secrets };
}

function html(text: string): Handler {
  return (exchange) => exchange.html(text);
}
