import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "../Exchange.js";
import type { Routes } from "../startSite.js";
import { casePage } from "./casePage.js";

/** Answers that stay open: `?count=` chunks or events (1 by default), one each `?every=` ms (100). */
export const streamRoutes: Routes = {
  "GET /sse": async (exchange) => {
    exchange.beginStream("text/event-stream");
    await writeEach(exchange, (index) => `id: ${index}\ndata: {"event":${index}}\n\n`);
  },
  "GET /stream": async (exchange) => {
    exchange.beginStream("text/plain; charset=utf-8");
    await writeEach(exchange, (index) => (index === 1 ? "first chunk\n" : `chunk ${index}\n`));
  },
  "GET /events": (exchange) => exchange.html(eventsPage()),
  "GET /streaming": (exchange) => exchange.html(streamingPage()),
};

async function writeEach(exchange: Exchange, text: (index: number) => string): Promise<void> {
  const count = Number(exchange.query.get("count") ?? 1);
  const everyMs = Number(exchange.query.get("every") ?? 100);
  for (let index = 1; index <= count && !exchange.isClosed; index++) {
    exchange.write(text(index));
    await sleep(everyMs, undefined, { ref: false });
  }
}

function eventsPage(): string {
  return casePage({
    title: "Event stream",
    about: "Shows each event of /sse as it comes; the stream stays open.",
    run: `const events = new EventSource("/sse?count=5");
await new Promise((resolve) => {
  events.onmessage = ({ data, lastEventId }) => {
    show(data);
    if (lastEventId === "5") resolve();
  };
});`,
  });
}

function streamingPage(): string {
  return casePage({
    title: "Open stream",
    about: "Shows each chunk of /stream as it comes; the body never ends.",
    run: `const response = await fetch("/stream?count=5");
const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
let text = "";
while (!text.includes("chunk 5")) {
  const { value } = await reader.read();
  text += value;
  show(value.trim());
}`,
  });
}
