import type { BorrowAnswer, BorrowMessage, BorrowQuestion } from "./messages.js";

/** A window that comes up under a moving mouse must not take the click that was meant for something else. */
const ARM_MS = 700;

const id = location.search.slice(1);
const BUTTONS: readonly (readonly [selector: string, answer: BorrowAnswer])[] = [
  ["#once", "once"],
  ["#session-long", "session"],
  ["#deny", "deny"],
];

function say(message: BorrowMessage): Promise<BorrowQuestion | undefined> {
  return chrome.runtime.sendMessage<BorrowMessage, BorrowQuestion | undefined>(message);
}

function write(selector: string, text: string): void {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}

function show({ session, name, origin, title, timeoutMs }: BorrowQuestion): void {
  write("#origin", origin);
  write("#title", title);
  write("#session", session);
  write("#name", name === undefined ? "" : `(${name})`);
  const endsAt = performance.now() + timeoutMs;
  const tick = (): void => {
    const left = Math.ceil((endsAt - performance.now()) / 1000);
    if (left < 0) window.close();
    write("#left", `No answer within ${Math.max(left, 0)} s is no.`);
  };
  tick();
  setInterval(tick, 500);
  setTimeout(arm, ARM_MS);
}

function arm(): void {
  for (const [selector, answer] of BUTTONS) {
    const button = document.querySelector(selector);
    if (!(button instanceof HTMLButtonElement)) continue;
    button.disabled = false;
    button.addEventListener("click", ({ isTrusted }) => {
      if (!isTrusted) return;
      // The worker closes the window; when it is gone, there is nobody who waits for an answer.
      say({ kind: "borrow_answer", id, answer }).catch(() => window.close());
    });
  }
}

say({ kind: "borrow_question", id }).then(
  (question) => (question ? show(question) : window.close()),
  () => window.close(),
);
