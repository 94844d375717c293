export type Align = "left" | "right";

/** Rows with aligned columns, two spaces apart; the last column is as long as it is. */
export function table(
  rows: readonly (readonly string[])[],
  aligns: readonly Align[] = [],
): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, index) => {
        if (aligns[index] === "right") return cell.padStart(widths[index] ?? 0);
        return index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0);
      })
      .join("  ")
      .trimEnd(),
  );
}
