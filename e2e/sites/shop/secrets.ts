import { randomBytes } from "node:crypto";

/** What the shop's server makes up and a recorder must never show. All flat, to be searched for. */
export interface ShopSecrets {
  /** Value of the HttpOnly cookie `shop_session`. */
  readonly cookie: string;
  /** `token` of the login's answer; the pages send it as `Authorization: Bearer`. Also in `/api/large`. */
  readonly bearer: string;
  /** `refresh_token` of the login's answer. */
  readonly refresh: string;
  /** `credentials[0].apiKey` of the login's answer. */
  readonly apiKey: string;
  /** Values of the cookies `hop_1`, `hop_2`, `hop_3` along the redirect chain. */
  readonly hop1: string;
  readonly hop2: string;
  readonly hop3: string;
}

/** New secrets, each long, random, and with its kind in front so that a leak names its source. */
export function drawSecrets(): ShopSecrets {
  const draw = (kind: string): string => `${kind}-${randomBytes(18).toString("hex")}`;
  return {
    cookie: draw("sid"),
    bearer: draw("brr"),
    refresh: draw("rfr"),
    apiKey: draw("key"),
    hop1: draw("hopa"),
    hop2: draw("hopb"),
    hop3: draw("hopc"),
  };
}
