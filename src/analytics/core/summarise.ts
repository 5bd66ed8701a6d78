import { round1 } from "../../lib/numbers/round";
import { MINUTE_MS } from "../../lib/time/time";
import { VERDICTS } from "./verdict";

export interface SummaryRow {
  provider: string;
  kind: string;
  verdict: number;
  cache: number;
  render: number;
  savedMs: number;
  savedCount: number;
}

/** Assumed render time in ms if we know neither the page's nor the domain's. */
const FALLBACK_RENDER_MS = 3_000;

export interface Top {
  provider: string;
  count: number;
}

/**
 * The provider with the most visits of these kinds; ties are broken by name. `{provider: "", count: 0}` if there are
 * none.
 */
function top(rows: readonly SummaryRow[], ofKind: (kind: string) => boolean): Top {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (ofKind(row.kind)) counts.set(row.provider, (counts.get(row.provider) ?? 0) + row.cache + row.render);
  }
  let best: Top = { provider: "", count: 0 };
  for (const [provider, count] of counts) {
    if (count > best.count || (count === best.count && provider < best.provider)) best = { provider, count };
  }
  return best;
}

/** Computes the sums of docs/visits.md. `medianRenderMs` is the domain's median in this window. */
export function summarise(rows: readonly SummaryRow[], medianRenderMs: number | null) {
  const honest = rows.filter((row) => row.verdict !== VERDICTS.spoofed);
  const sum = (of: readonly SummaryRow[], value: (row: SummaryRow) => number) =>
    of.reduce((total, row) => total + value(row), 0);
  const visits = (of: readonly SummaryRow[]) => sum(of, (row) => row.cache + row.render);
  const cacheHits = sum(honest, (row) => row.cache);
  const served = visits(honest);
  const unknownMs = (cacheHits - sum(honest, (row) => row.savedCount)) * (medianRenderMs ?? FALLBACK_RENDER_MS);
  return {
    topSearchCrawler: top(honest, (kind) => kind === "search"),
    topLlmCrawler: top(honest, (kind) => kind.startsWith("llm-")),
    totalCrawlsServed: served,
    crawlBudgetSaved: {
      percentage: served === 0 ? 0 : round1((cacheHits / served) * 100),
      minutesSaved: round1((sum(honest, (row) => row.savedMs) + unknownMs) / MINUTE_MS),
      cacheHits,
    },
    verification: {
      verified: visits(rows.filter((row) => row.verdict === VERDICTS.verified)),
      unknown: visits(rows.filter((row) => row.verdict === VERDICTS.unknown)),
      spoofed: visits(rows.filter((row) => row.verdict === VERDICTS.spoofed)),
    },
  };
}

/** The lower median of [value, count] pairs in ascending order of value; null if there are none. */
export function medianOf(counts: ReadonlyArray<readonly [number, number]>): number | null {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [value, count] of counts) {
    seen += count;
    if (seen * 2 >= total) return value;
  }
  return null;
}
