import {
  type ObservedVisit,
  type ObserverEvent,
  type ObserverSnapshot,
  validateObservedVisit,
  validateObserverEvent,
} from "@bsk/schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BINDING, ObservedTab } from "./browser/ObservedTab.js";
import type { PipeTab } from "./browser/PipeTab.js";

const PAGE = `<title>T</title><h1>Profile</h1><p>Hello <b>big</b> world</p>
  <form id=prof action=/sent><label>Display name <input name=displayName value=Ada></label>
  <input type=password name=x1 value=hunter2pw><button id=send>Send</button>
  <fieldset><legend>Size</legend><label>S <input type=radio name=size value=s></label>
  <label>L <input type=radio name=size value=l checked></label></fieldset>
  <label id=agree><input type=checkbox name=agree> I agree</label><select name=days multiple><option selected>Mon<option>Tue<option selected>Wed</select>
  <input aria-label="Nick name" value=nn><input name=dup value=1><input name=dup value=2>
  <input name=api_token value=tok_secret_9><input type=hidden name=_csrf value=csrfvalue1>
  <input autocomplete=cc-number name=n value=4111111111111111><input name=long value=${"y".repeat(300)}>
  </form><div id=menu onclick="1">Open menu</div><textarea id=chat aria-label=Chat></textarea>
  <p id=mirror>it is hunter2pw here</p><p aria-label=hunter2pw id=aria>x</p><p id=late></p>
  <div style="display:none">invisible</div><details><summary>More</summary>invisible</details><div style="content-visibility:hidden">invisible</div><div id=host></div>
  <button id=show type=button onclick="document.querySelector('[name=x1]').type='text'">Show</button>
  <script>document.getElementById('host').attachShadow({mode:'open'}).innerHTML =
    '<p>in the shadow</p><button>Sha<i>dow</i></button>';
  document.getElementById('chat').onkeydown = (event) => {
    if (event.key === 'Enter') event.preventDefault();
  };</script>`;
const PAGES = new Map([
  ["/", PAGE],
  ["/sent", "<title>sent</title>"],
  [
    "/hostile",
    `<form><input name=getAttribute><input name=id><input name=matches><input name=localName>
    <input name=childNodes><input name=checkVisibility></form><img name=createTreeWalker>
    <img name=querySelector><button id=b>B</button>`,
  ],
  ["/long", `${"<p>line</p>".repeat(3000)}${"<input>".repeat(200)}`],
]);

let observed: ObservedTab;
let tab: PipeTab;
let payloads: unknown[] = [];

const TOLD_WHENEVER: ReadonlySet<string> = new Set(["page_changed", "text_passed", "visit"]);

function told(): readonly string[] {
  return payloads.flatMap((payload) => {
    if (!validateObserverEvent(payload)) throw new Error(`not valid: ${JSON.stringify(payload)}`);
    return TOLD_WHENEVER.has(payload.type) ? [] : [words(payload)];
  });
}

/** What was said beside the measures of visits and text that went, which come whenever they change. */
function spoken(): unknown[] {
  const apart = new Set(["visit", "text_passed"]);
  return payloads.filter((payload) => !apart.has((payload as ObserverEvent).type)); // told() checks them
}

function words({ type, target, key, navigation }: ObserverEvent): string {
  return [type, target, key, navigation].filter((part) => part !== undefined).join(" ");
}

/** Waits until the messages are these, and forgets them. */
async function expectTold(expected: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(told()).toEqual(expected), { timeout: 4000 });
  payloads = [];
}

const inWorld = (expression: string): Promise<unknown> => observed.inWorld(expression);
const snapshot = (): Promise<ObserverSnapshot> => observed.snapshot();

async function open(path: string): Promise<void> {
  payloads = [];
  await observed.goTo(path);
  await expectTold(["loaded navigate"]);
}

async function click(element: string): Promise<void> {
  const middle = `(() => { const e = ${element}; e.scrollIntoView({block:'center'});
    const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`;
  const [x = 0, y = 0] = (await tab.value(middle)) as number[]; // as the expression makes it
  for (const type of ["mousePressed", "mouseReleased"] as const) {
    const options = { type, x, y, button: "left", clickCount: 1 } as const;
    await tab.send("Input.dispatchMouseEvent", options);
  }
}

async function press(key: string, text = key, windowsVirtualKeyCode = 0): Promise<void> {
  const shared = { key, windowsVirtualKeyCode };
  await tab.send("Input.dispatchKeyEvent", { type: "keyDown", text, ...shared });
  await tab.send("Input.dispatchKeyEvent", { type: "keyUp", ...shared });
}

const byName = (name: string): string => `document.querySelector('[name=${name}]')`;
const byId = (id: string): string => `document.getElementById('${id}')`;

beforeAll(async () => {
  observed = await ObservedTab.open(PAGES, (message) => payloads.push(message));
  ({ tab } = observed);
}, 40_000);

afterAll(() => observed?.close());

beforeEach(async () => {
  await open("/");
});

describe("the snapshot", () => {
  it("has the text that is shown, a block a line, through shadow roots", async () => {
    const { text, title, navigation } = await snapshot();

    expect(title).toBe("T");
    expect(navigation).toBe("navigate");
    expect(text.split("\n")).toEqual(
      expect.arrayContaining(["Profile", "Hello big world", "in the shadow", "More"]),
    );
    expect(text).not.toContain("invisible");
  });

  it("has fields by stable keys; a radio group is one, and names that are not unique are left out", async () => {
    const { fields, fields_partial } = await snapshot();
    const keyOf = (key: string) => key.split("|").slice(1).join("|");
    const shown = fields.map(({ key, value, state }) => [keyOf(key), value ?? state]);

    expect(fields_partial).toBe(true);
    expect(shown).toEqual([
      ["prof|name:displayName", "Ada"],
      ["prof|name:x1", "redacted"],
      ["prof|name:size", "l"],
      ["prof|name:agree", "false"],
      ["prof|name:days", "Mon, Wed"],
      ["prof|label:textbox:Nick name", "nn"],
      ["prof|name:api_token", "redacted"],
      ["prof|name:n", "redacted"],
      ["prof|name:long", "y".repeat(257)],
      ["|id:chat", ""],
    ]);
    expect(fields[0]?.key.startsWith(`${observed.origin}/|`)).toBe(true);
  });

  it("has the fields under the keys that they had before the page took another URL", async () => {
    const keys = async () => (await snapshot()).fields.map(({ key }) => key);
    const before = await keys();

    await tab.value("history.pushState({}, '', '/other')");

    expect(await keys()).toEqual(before);
    await tab.value("history.replaceState({}, '', '/')");
  });

  it("never has a secret value, also where the page shows it again and after the field is text", async () => {
    const secret = /hunter2pw|tok_secret_9|csrfvalue1|4111111111111111/;
    expect(JSON.stringify(await snapshot())).not.toMatch(secret);

    await click(byId("show"));
    await click(byName("x1"));
    await press("9");
    await click(byId("aria"));

    expect(await tab.value(`${byName("x1")}.type + ${byName("x1")}.value.length`)).toBe("text10");
    expect(JSON.stringify(await snapshot())).not.toMatch(secret);
    await vi.waitFor(() => expect(told().at(-1)).toContain("click p"));
    expect(JSON.stringify(payloads)).not.toMatch(secret);
  });

  it("keeps its bounds on a long page, and says so", async () => {
    await open("/long");
    const { text, text_truncated, fields_partial } = await snapshot();

    expect(text).toHaveLength(6001); // one more than is kept, for whoever cuts it
    expect([text_truncated, fields_partial]).toEqual([true, true]);
  });

  it("is made of a page whose form hides the methods that it needs", async () => {
    await open("/hostile");

    expect((await snapshot()).text).toContain("B");
    await click(byId("b"));
    await expectTold(['click button "B"']);
  });
});

describe("what a person does", () => {
  it("is a click on anything, named as it was when it was clicked", async () => {
    await click(byId("menu"));
    await click(`${byId("host")}.shadowRoot.querySelector('i')`);
    await click(byId("agree"));

    await expectTold(['click div "Open menu"', 'click button "Sha dow"', 'click label "I agree"']);
  });

  it("has the browser's time, and the time when the page was done with it", async () => {
    await tab.value(`${byId("menu")}.onclick = () => {
      const from = performance.now(); while (performance.now() - from < 40); }, 0`);
    await click(byId("menu"));
    await vi.waitFor(() => expect(told()).toHaveLength(1));

    const [{ at, end = 0 } = { at: 0 }] = spoken() as ObserverEvent[]; // told() checks it
    expect(told()).toHaveLength(1);
    expect(end - at).toBeGreaterThanOrEqual(40);
    expect(Math.abs(Date.now() - at)).toBeLessThan(5000);
  });

  it("is typing, once for all keys until it rests or something else comes", async () => {
    await click(byName("displayName"));
    await press("a");
    await press("b");
    await expectTold([
      'click textbox "Display name"',
      'input_started textbox "Display name"',
      'input_finished textbox "Display name"',
    ]);

    await press("c");
    await click(byId("menu"));
    await expectTold([
      'input_started textbox "Display name"',
      'input_finished textbox "Display name"',
      'click div "Open menu"',
    ]);
  });

  it("is Enter where it does something: sends a form, or is taken by the page", async () => {
    await click(byId("chat"));
    await press("h");
    await press("Enter", "\r", 13);
    await expectTold([
      'click textbox "Chat"',
      'input_started textbox "Chat"',
      'input_finished textbox "Chat"',
      'key textbox "Chat" Enter',
    ]);

    await tab.value(`${byName("displayName")}.focus()`);
    await press("Enter", "\r", 13);
    await vi.waitFor(() =>
      expect(told().slice(0, 2)).toEqual(['key textbox "Display name" Enter', "submit form#prof"]),
    );
    await vi.waitFor(() => expect(told().at(-1)).toBe("loaded navigate"));
  });

  it("is not what a script does, nor what the agent does", async () => {
    await tab.value(
      `${byId("menu")}.click(), ${byName("displayName")}.dispatchEvent(new Event('input'))`,
    );
    await inWorld("__bskAgent(true)");
    await click(byId("menu"));
    await click(byName("displayName"));
    await press("a");
    await inWorld("__bskAgent(false)");
    await click(byId("agree"));

    await expectTold(['click label "I agree"']);
  });

  it("is heard again in time though nobody took the agent's silence back", async () => {
    await inWorld("__bskAgent(true)");
    await inWorld("((now) => { performance.now = () => now + 311000; })(performance.now())");
    await click(byId("agree"));

    await expectTold(['click label "I agree"']);
  });
});

describe("the page", () => {
  it("is said to have changed once for many changes", async () => {
    await tab.value(`for (let i = 0; i < 50; i++) ${byId("late")}.textContent = i`);
    await vi.waitFor(() => expect(spoken()).toHaveLength(1), { timeout: 15_000 });

    expect(spoken()).toMatchObject([{ v: 1, type: "page_changed" }]);
  });

  it("is not said to have changed, nor operated, by the overlay of whoever drives it", async () => {
    await observed.atRest(); // the loading of the page is a change of it
    payloads = [];
    await inWorld(`(() => {
      const host = document.createElement('div');
      host.id = 'ours';
      host.textContent = 'ours';
      globalThis.bskOverlayHost = host;
      document.documentElement.append(host);
    })()`);
    await click(byId("ours"));
    await inWorld("bskOverlayHost.remove()");
    await observed.atRest();
    expect(spoken()).toEqual([]);

    await tab.value(`${byId("late")}.textContent = 'the page itself'`);
    await vi.waitFor(() => expect(spoken()).toHaveLength(1), { timeout: 15_000 });
  });

  it("that comes back from the back/forward cache is loaded, and observed as before", async () => {
    await open("/sent");
    await tab.value("history.back()");
    await expectTold(["loaded back_forward"]);
    await click(byId("menu"));

    await expectTold(['click div "Open menu"']);
  });

  it("sees nothing of it, and is rid of it when it is removed", async () => {
    expect(await tab.value(`typeof ${BINDING} + typeof __bskSnapshot`)).toBe("undefinedundefined");
    await inWorld("__bskRemove()");
    await click(byId("menu"));
    await click(byId("agree"));
    await observed.atRest();

    expect(await inWorld("typeof __bskSnapshot")).toBe("undefined");
    expect(told()).toEqual([]);
  });
});

describe("visits", () => {
  /** What was told of the page that is there; one that is about to be left says its last at that moment. */
  const visits = (): ObservedVisit[] =>
    payloads.flatMap((said) =>
      validateObserverEvent(said) && said.visit?.is_leaving === false ? [said.visit] : [],
    );
  const asked = async (): Promise<unknown> => JSON.parse(String(await inWorld("__bskVisits()")));

  it("begin with the document, before its first script, and are told until nothing changes", async () => {
    payloads = [];
    await tab.send("Page.navigate", { url: `${observed.origin}/` });

    await vi.waitFor(() => expect(visits().at(-1)?.values.cls?.value).toBe(0), { timeout: 15_000 });
    const [first, ...later] = visits();
    expect(first).toMatchObject({ number: 1, navigation: "navigate", is_early: true });
    expect(first?.values).not.toHaveProperty("lcp_ms");
    expect(later.at(-1)?.values).toMatchObject({
      ttfb_ms: { attribution: { dns_ms: expect.any(Number) } },
      fcp_ms: { attribution: { load_state: expect.any(String) } },
      lcp_ms: { attribution: { target: expect.any(String) } },
    });
  });

  it("name the element that was clicked by an input that is the agent's too", async () => {
    await inWorld("__bskAgent(true)");
    await click(byId("menu"));

    await vi.waitFor(
      () =>
        expect(visits().at(-1)?.values.inp_ms?.attribution).toMatchObject({
          target: "div#menu",
          interaction: "pointer",
        }),
      { timeout: 15_000 },
    );
    expect(visits().at(-1)?.lcp_closed_ms).toBeGreaterThan(0);
  });

  it("tell of a viewport that gets lower while the page begins", async () => {
    payloads = [];
    await tab.send("Page.navigate", { url: `${observed.origin}/` });
    await vi.waitFor(() => expect(visits().length).toBeGreaterThan(0), { timeout: 15_000 });
    const height = Number(await tab.value("innerHeight"));
    const width = Number(await tab.value("innerWidth"));
    const size = { width, height: height - 56, deviceScaleFactor: 1, mobile: false };
    await tab.send("Emulation.setDeviceMetricsOverride", size);

    await vi.waitFor(
      () =>
        expect(visits().at(-1)?.viewport_changes).toContainEqual(
          expect.objectContaining({ width, height: height - 56 }),
        ),
      { timeout: 15_000 },
    );
    expect(visits().at(-1)?.viewport).toEqual({ width, height: height - 56 });
    await tab.send("Emulation.clearDeviceMetricsOverride");
  });

  it("that are asked for are valid, and there are none of a page without a site", async () => {
    const found = await asked();
    expect(found).toEqual([expect.objectContaining({ number: 1 })]);
    expect((found as unknown[]).every((visit) => validateObservedVisit(visit))).toBe(true);

    payloads = [];
    await tab.send("Page.navigate", { url: "about:blank" });
    await vi.waitFor(async () => expect(await asked()).toEqual([]), { timeout: 15_000 });
    expect(visits()).toEqual([]);
  });

  it("end with the observer: nothing is told of what comes after it", async () => {
    await inWorld("__bskRemove()");
    payloads = [];
    await click(byId("menu"));
    await observed.atRest();

    expect(visits()).toEqual([]);
  });
});
