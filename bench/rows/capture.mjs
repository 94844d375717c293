import { interleave, ratio } from "../statistics.mjs";

const ASYNC_DEPTH = 8;

/** A page that makes 1,000 requests, captured with bodies, against the same page left alone or watched by raw CDP. */
export async function measure(bench) {
  const n = bench.isQuick ? 200 : 1000;
  const rounds = bench.isQuick ? 2 : 9;
  const kept = [];
  const captured = async (options) => {
    await bench.bsk("debug", "start");
    const ms = await bench.ask(options);
    const { run } = await bench.workspace.json("debug", "stop", "--session", bench.session);
    kept.push(run.counts.requests + run.counts.dropped_requests);
    return ms;
  };
  const slow = { n, delayMs: 30 };
  const fast = { n, delayMs: 0 };
  const network = async (send) => {
    await send("Network.enable");
  };
  const watched = async (send) => {
    await network(send);
    await send("Runtime.enable");
    await send("Runtime.setAsyncCallStackDepth", { maxDepth: ASYNC_DEPTH });
  };
  await bench.ask(fast); // warm: connections, the site's own code
  const late = await interleave(
    { alone: () => bench.ask(slow), captured: () => captured(slow) },
    Math.ceil(rounds / 2),
  );
  const early = await interleave(
    {
      alone: () => bench.ask(fast),
      network: () => bench.ask(fast, network),
      watched: () => bench.ask(fast, watched),
      captured: () => captured(fast),
    },
    rounds,
  );
  const what = `${n} requests of 0.5 kB, 6 parallel`;
  const least = Math.min(...kept);
  const enough = least >= n ? "" : ` Only ${least} of ${n} requests were recorded.`;
  const cost = (name) => ratio(early[name], early.alone).value.toFixed(2);
  return [
    {
      what: `${what}, server answers after 30 ms, captured with bodies`,
      against: "not captured",
      ...ratio(late.captured, late.alone),
      bar: 1.1,
      aim: 1.03,
      note: `the page is not slowed by waiting, so what is left is the browser's own work for each event.${enough}`,
    },
    {
      what: `${what}, server answers at once, captured with bodies`,
      against: "`Network.enable` + `Runtime.enable` + async depth 8, raw CDP, no extension",
      ...ratio(early.captured, early.watched),
      bar: 1.5,
      aim: 1.2,
      note: `against the page alone: \`Network.enable\` × ${cost("network")}, with Runtime and async stacks × ${cost("watched")}, captured × ${cost("captured")}.${enough}`,
      isAlwaysNoted: true,
    },
    {
      what: `the same, \`Network.enable\` alone`,
      against: "not captured",
      ...ratio(early.network, early.alone),
    },
    {
      what: "the same, captured with bodies",
      against: "not captured",
      ...ratio(early.captured, early.alone),
    },
  ];
}
