import { type ActionDefinition, CATALOGUE, isActing } from "@bsk/schema";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PersonStops } from "../dist/tsc/sessions/PersonStops.js";
import { Sessions } from "../dist/tsc/sessions/Sessions.js";
import { installChrome } from "./fake/FakeChrome.js";

let sessions: Sessions;
let stops: PersonStops;
const { signal } = new AbortController();
const none = async (): Promise<void> => undefined;

function createSessions(): Sessions {
  return new Sessions({ ending: none, closeTab: none, returnTab: none, ended: () => undefined });
}

beforeEach(async () => {
  installChrome();
  sessions = createSessions();
  await sessions.ready;
  await sessions.open({ session: "abcd" });
  await sessions.open({ session: "efgh" });
  stops = new PersonStops(sessions);
});

const run = (method: string, session: string, work: (signal: AbortSignal) => Promise<unknown>) =>
  stops.guard(method, { session, signal }, work);
const ok = async (): Promise<string> => "done";
/** Work that ends with the words of whoever notices the signal. */
const untilAborted = (given: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    given.addEventListener("abort", () => reject(new Error("some words")));
  });

describe("a person's Stop", () => {
  it.each(["page/click", "page/snapshot"])("ends a running %s", async (method) => {
    const running = run(method, "abcd", untilAborted);

    await stops.stop("abcd");

    await expect(running).rejects.toMatchObject({ code: "user_aborted", exitCode: 2 });
  });

  it("answers for a command that does not notice", async () => {
    const running = run("page/click", "abcd", () => new Promise(() => undefined));

    await stops.stop("abcd");

    await expect(running).rejects.toMatchObject({ code: "user_aborted" });
  });

  it("leaves a giving back to its end", async () => {
    let finish: (value: string) => void = () => undefined;
    const running = run("tab/return", "abcd", () => new Promise((resolve) => (finish = resolve)));

    await stops.stop("abcd");
    finish("home");

    await expect(running).resolves.toBe("home");
  });

  it("refuses the next acting command once, and lets all others pass before and after", async () => {
    await stops.stop("abcd");
    const act = vi.fn(ok);

    for (const method of [
      "page/snapshot",
      "tab/list",
      "debug/requests",
      "debug/stop",
      "tab/return",
    ]) {
      await expect(run(method, "abcd", ok)).resolves.toBe("done");
    }
    await expect(run("page/click", "efgh", ok)).resolves.toBe("done");
    await expect(run("page/click", "abcd", act)).rejects.toMatchObject({ code: "user_aborted" });
    expect(act).not.toHaveBeenCalled();
    await expect(run("page/click", "abcd", act)).resolves.toBe("done");
  });

  it("is still in force for the worker that comes after this one", async () => {
    await stops.stop("abcd");

    sessions = createSessions();
    await sessions.ready;
    stops = new PersonStops(sessions);

    await expect(run("tab/create", "abcd", ok)).rejects.toMatchObject({ code: "user_aborted" });
  });

  it("for all ends what every session does", async () => {
    const running = [
      run("page/fill", "abcd", untilAborted),
      run("page/fill", "efgh", untilAborted),
    ];

    await stops.stopAll();

    for (const one of running) await expect(one).rejects.toMatchObject({ code: "user_aborted" });
    for (const id of ["abcd", "efgh"]) {
      await expect(run("tab/select", id, ok)).rejects.toMatchObject({ code: "user_aborted" });
    }
  });

  it("is no fault where there is no such session", async () => {
    await stops.stop("zzzz");

    await expect(run("page/click", "abcd", ok)).resolves.toBe("done");
  });

  it("does not change what fails by itself", async () => {
    const fails = async (): Promise<never> => Promise.reject(new Error("its own"));

    await expect(run("page/click", "abcd", fails)).rejects.toThrow("its own");
  });
});

describe("the rule of what acts", () => {
  const acts = (method: string): boolean => {
    const action = CATALOGUE.find((one) => one.method === method);
    return action !== undefined && isActing(action);
  };

  it("follows from the catalogue", () => {
    for (const method of [
      "page/click",
      "page/fill",
      "page/navigate",
      "page/evaluate",
      "tab/create",
      "debug/act",
    ]) {
      expect([method, acts(method)]).toEqual([method, true]);
    }
    for (const method of [
      "page/snapshot",
      "tab/list",
      "tab/return",
      "debug/start",
      "debug/operation",
    ]) {
      expect([method, acts(method)]).toEqual([method, false]);
    }
  });

  it("can be said otherwise by the action itself", () => {
    const base = { slot: "exclusive", operation: "wait" } as ActionDefinition; // all that the rule looks at

    expect(isActing(base)).toBe(true);
    expect(isActing({ ...base, acts: false })).toBe(false);
    expect(isActing({ slot: "free", acts: true } as ActionDefinition)).toBe(true);
  });
});
