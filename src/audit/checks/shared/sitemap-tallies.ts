import type { SitemapIssue } from "../../model/site/sitemap-report";
import type { SitemapCheck } from "./define-sitemap";

export const MAX_SAMPLES = 20;
const MAX_SAMPLE_LENGTH = 300;

/** How often an issue occurs, with the first examples. */
export interface Tally {
  count: number;
  samples: string[];
}

/** Counts occurrences per check. Checks come out in the order of their first occurrence. */
export class SitemapTallies {
  private readonly tallies = new Map<SitemapCheck, Tally>();

  add(check: SitemapCheck, sample: string): void {
    let tally = this.tallies.get(check);
    if (!tally) this.tallies.set(check, (tally = { count: 0, samples: [] }));
    tally.count++;
    if (tally.samples.length < MAX_SAMPLES) tally.samples.push(sample.slice(0, MAX_SAMPLE_LENGTH));
  }

  countOf(check: SitemapCheck): number {
    return this.tallies.get(check)?.count ?? 0;
  }

  [Symbol.iterator](): Iterator<[SitemapCheck, Tally]> {
    return this.tallies.entries();
  }
}

export function sitemapIssue(
  { id, severity, title, fix }: SitemapCheck,
  sitemapUrl: string | null,
  { count, samples }: Tally,
  detail: string,
): SitemapIssue {
  return { id, severity, title, sitemapUrl, count, sampleUrls: [...samples], detail, fix };
}
