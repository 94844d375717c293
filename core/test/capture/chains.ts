import { finished, received, requestExtra, response, responseExtra, willBeSent } from "./events.js";

/** The base events of a redirect chain: /r0 → /r1 → … → the last, which answers 200. */
export function chainOf(hops: number, hasExtra: (hop: number) => boolean = () => true) {
  const events: [string, unknown][] = [];
  for (let hop = 0; hop < hops; hop += 1) {
    const before = {
      redirectResponse: response(`http://app.test/r${hop - 1}`, { status: 302, headers: {} }),
      redirectHasExtraInfo: hasExtra(hop - 1),
    };
    const parts = { url: `http://app.test/r${hop}`, timestamp: 10 + hop };
    events.push([
      "requestWillBeSent",
      willBeSent("X", hop === 0 ? parts : { ...parts, ...before }),
    ]);
  }
  events.push(["responseReceived", received("X", { hasExtraInfo: hasExtra(hops - 1) })]);
  events.push(["loadingFinished", finished("X", 30)]);
  return events;
}

/** Both kinds of ExtraInfo of that chain, each hop's with its own number. */
export function extrasOf(hops: number) {
  const numbers = Array.from({ length: hops }, (_, hop) => hop);
  const requests = numbers.map(
    (hop) => ["requestWillBeSentExtraInfo", requestExtra("X", { "X-Hop": `${hop}` })] as const,
  );
  const responses = numbers.map((hop) => {
    const status = hop === hops - 1 ? 200 : 302;
    return [
      "responseReceivedExtraInfo",
      responseExtra("X", status, { "Set-Cookie": `hop=${hop}` }),
    ] as const;
  });
  return { requests, responses };
}
