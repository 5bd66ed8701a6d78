import type { PatternCount } from "../../model/run/sampling";

/** Maximum number of patterns in a run's statistics. */
const SHOWN = 200;

/** How many pages each sampled page represents. Count all pages before calling `of`. */
export class PatternWeights {
  private readonly counts = new Map<number, { pattern: string; total: number; audited: number }>();

  /** `cut`: the patterns with URLs left out; pages of other patterns represent only themselves. */
  constructor(cut: readonly PatternCount[]) {
    for (const { id, pattern, total } of cut) this.counts.set(id, { pattern, total, audited: 0 });
  }

  count(patternId: number | null): void {
    const entry = patternId === null ? undefined : this.counts.get(patternId);
    if (entry) entry.audited++;
  }

  of(patternId: number | null): number {
    const entry = patternId === null ? undefined : this.counts.get(patternId);
    return entry && entry.audited > 0 ? entry.total / entry.audited : 1;
  }

  /** The largest sampled patterns, for a run's statistics. */
  summary(): Array<{ pattern: string; total: number; sampled: number }> {
    return [...this.counts.values()]
      .sort((a, b) => b.total - a.total || a.pattern.localeCompare(b.pattern))
      .slice(0, SHOWN)
      .map(({ pattern, total, audited }) => ({ pattern, total, sampled: audited }));
  }
}
