/** How bench/capacity.ts prints amounts and tables. */

export function table(head: string[], rows: string[][]): void {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  console.log([line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ""].join("\n"));
}

export const dollars = (amount: number) =>
  amount === 0 ? "0" : amount < 1 ? "< 1" : Math.round(amount).toLocaleString("en");
export const cents = (amount: number) => (amount < 0.001 ? "< 0.001" : amount.toFixed(amount < 0.1 ? 3 : 2));
export const share = (part: number) => (part < 0.01 ? "< 0.01" : part.toFixed(part < 10 ? 2 : 0));
export const short = (n: number) =>
  n >= 1e9
    ? `${(n / 1e9).toFixed(1)} G`
    : n >= 1e6
      ? `${(n / 1e6).toFixed(1)} M`
      : n >= 1e4
        ? `${(n / 1e3).toFixed(0)} k`
        : n.toFixed(n < 10 ? 1 : 0);
