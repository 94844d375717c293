/** What an agent has to read of 300 requests of 40 templates. */
export async function measure(bench) {
  await bench.bsk("debug", "start");
  await bench.ask({ n: 300, templates: 40, parallel: 20 });
  const first = await bench.bsk("debug", "requests");
  const all = await bench.bsk("debug", "requests", "--limit", "100");
  await bench.bsk("debug", "stop");
  const rows = all.split("\n").filter((line) => /^n\d+/.test(line));
  const counted = rows.reduce((sum, row) => sum + Number(/×(\d+)/.exec(row)?.[1] ?? 1), 0);
  const row = (what, text) => ({
    what,
    kind: "bytes",
    value: Buffer.byteLength(text),
    figures: `${text.split("\n").length} lines`,
  });
  return [
    {
      ...row("text list of `many` (300 requests, 40 templates), every template", all),
      bar: 8 * 1024,
      aim: 3 * 1024,
      figures: `${rows.length} rows that stand for ${counted} requests`,
      note: "one row a template, each with id, count, method, status, times, size, path and the last id.",
    },
    row("the same as it is printed without flags", first),
  ];
}
