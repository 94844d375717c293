import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scene, TrapPage } from "../site/TrapPage.js";

/** Rules of the capture: what they answer or block never reaches the server, what they change reaches it changed. */
export const ruled: TrapPage = {
  name: "ruled",
  traps: [38, 45],
  about: "Requests that rules mock, block and change.",
  isOrdered: true,
  setUp: async (scene) => {
    await addRule(scene, "mock", {
      match: { url: `${scene.url}/ruled/mocked` },
      effect: { type: "mock", status: 202, body: '{"mocked":true}' },
    });
    await addRule(scene, "block", {
      match: { url: `${scene.url}/ruled/blocked` },
      effect: { type: "block" },
    });
    await addRule(scene, "modify", {
      match: { url: `${scene.url}/ruled/echo`, method: "POST" },
      effect: { type: "modify", json: { rename: { before: "after" } } },
    });
  },
  script: `await ask(here + "mocked");
await ask(here + "blocked");
await ask(here + "echo", { method: "POST", headers: { "content-type": "application/json" }, body: '{"before":1}' });
await ask(here + "ok-after");`,
};

async function addRule({ workspace, bsk }: Scene, name: string, rule: object): Promise<void> {
  const file = join(workspace.home, `${name}-rule.json`);
  writeFileSync(file, JSON.stringify({ name, ...rule }));
  await bsk("debug", "rule_add", "--rule-file", file);
}

/** What was on its way when the capture began: the start is not known, and said so. */
export const late: TrapPage = {
  name: "late",
  traps: [10],
  about: "A request that is on its way as the capture begins.",
  isLate: true,
  routes: {
    "GET slow*": async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 4000));
      exchange.json(200, { slow: true });
    },
  },
  script: `const slow = text(here + "slow");
await text(here + "ok-before");
document.title = "go";
await slow;
await text(here + "ok-after");`,
};
