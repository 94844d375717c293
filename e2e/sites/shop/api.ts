import { setTimeout as sleep } from "node:timers/promises";
import type { Handler, Routes } from "../startSite.js";
import type { ShopSecrets } from "./secrets.js";

/** Beyond what a number of JavaScript can hold: who parses and prints it changes its last digits. */
export const PROFILE_ID = "9007199254740993123";

/** How long `/api/report` takes. */
export const REPORT_MS = 1200;

/** The shop's API; each call makes one with a profile of its own. */
export function apiRoutes(secrets: ShopSecrets): Routes {
  return { ...profileRoutes(), ...listRoutes(secrets), "POST /api/login": login(secrets) };
}

function login(secrets: ShopSecrets): Handler {
  return (exchange) => {
    const { username, password } = parseObject(exchange.requestText);
    if (typeof username !== "string" || typeof password !== "string" || password === "") {
      exchange.json(400, { error: { code: "bad_login", message: "user name and password" } });
      return;
    }
    exchange.json(
      200,
      {
        token: secrets.bearer,
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: secrets.refresh,
        credentials: [{ apiKey: secrets.apiKey }],
        user: { name: username },
      },
      { "set-cookie": `shop_session=${secrets.cookie}; Path=/; HttpOnly; SameSite=Lax` },
    );
  };
}

function profileRoutes(): Routes {
  let displayName = "Ada";
  return {
    "GET /api/profile": (exchange) => {
      exchange.json(200, `{"id":${PROFILE_ID},"displayName":${JSON.stringify(displayName)}}`);
    },
    "POST /api/profile": (exchange) => {
      const { name } = parseObject(exchange.requestText);
      if (typeof name !== "string" || name === "") {
        exchange.json(422, { error: { code: "name_required", message: "name is required" } });
        return;
      }
      displayName = name;
      exchange.json(200, { name });
    },
  };
}

function listRoutes(secrets: ShopSecrets): Routes {
  const hop = (name: string, value: string): { "set-cookie": string } => ({
    "set-cookie": `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`,
  });
  return {
    "GET /api/list": (exchange) => exchange.json(200, { items: ITEMS, total: ITEMS.length }),
    "GET /api/report": async (exchange) => {
      await sleep(REPORT_MS);
      exchange.json(200, { rows: 12, took_ms: REPORT_MS });
    },
    "GET /r/1": (exchange) => exchange.redirect("/r/2", hop("hop_1", secrets.hop1)),
    "GET /r/2": (exchange) => exchange.redirect("/api/final", hop("hop_2", secrets.hop2)),
    "GET /api/final": (exchange) => {
      exchange.json(200, { arrived: true }, hop("hop_3", secrets.hop3));
    },
    "GET /api/broken": (exchange) => {
      exchange.json(500, { error: { code: "report_broken", message: "the report is broken" } });
    },
    "GET /api/large": (exchange) => exchange.json(200, largeBody(secrets.bearer)),
  };
}

const ITEMS = ["Lamp", "Kettle", "Chair", "Rug"].map((name, index) => ({ id: index + 1, name }));

/** About 80 KiB of JSON whose `token` begins past the first 70 KiB, where body limits have cut. */
function largeBody(bearer: string): string {
  const row = (id: number): string => `{"id":${id},"name":"${`row ${id} `.padEnd(72, ".")}"}`;
  const rows = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => row(from + index)).join(",");
  return `{"rows":[${rows(0, 790)}],"session":{"token":"${bearer}"},"more":[${rows(790, 90)}]}`;
}

/** What is no JSON object has no keys. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
