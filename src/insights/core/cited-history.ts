import type { CitedWindows } from "./fix-effect";

/** The first days of three windows, since 1970, and their length. */
export interface Windows {
  match: number;
  before: number;
  after: number;
  days: number;
}

const STARTS = ["match", "before", "after"] as const;

/** Citations of each page by day, and all answers by day. */
export class CitedHistory {
  private readonly byPath: Map<string, Array<{ day: number; count: number }>>;

  constructor(
    cited: ReadonlyArray<{ path: string; day: number; count: number }>,
    private readonly answers: ReadonlyArray<{ day: number; count: number }>,
  ) {
    this.byPath = Map.groupBy(cited, ({ path }) => path);
  }

  /** All answers of the window that has fewest. */
  fewestAnswers(windows: Windows): number {
    return Math.min(...STARTS.map((name) => within(this.answers, windows[name], windows.days)));
  }

  /** Tells a page's citations, as if each window had as many answers as the three have on average. */
  within(windows: Windows): (path: string) => CitedWindows {
    const totals = STARTS.map((name) => within(this.answers, windows[name], windows.days));
    const usual = totals.reduce((sum, count) => sum + count, 0) / STARTS.length;
    return (path) => {
      const rows = this.byPath.get(path) ?? [];
      const [match = 0, before = 0, after = 0] = STARTS.map((name, i) =>
        totals[i] === 0 ? 0 : (within(rows, windows[name], windows.days) * usual) / totals[i]!,
      );
      return { path, match, before, after };
    };
  }
}

function within(rows: ReadonlyArray<{ day: number; count: number }>, from: number, days: number): number {
  let sum = 0;
  for (const { day, count } of rows) if (day >= from && day < from + days) sum += count;
  return sum;
}
