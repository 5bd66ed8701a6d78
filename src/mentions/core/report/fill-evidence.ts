import type { ReportV3 } from "./figures/schema";
import { quoteOf, type AnsweredRun } from "./quote";

const SAMPLE_URLS = 3;

/** Runs whose answers a report quotes: at most five per action item and three per citation opportunity. */
export function runsToQuote(report: ReportV3, runsCiting: (domain: string) => readonly string[]): string[] {
  const ids = new Set(report.actionItems.flatMap(({ evidence }) => evidence.map(({ runId }) => runId)));
  for (const { domain } of report.citationOpportunities)
    for (const id of runsCiting(domain).slice(0, SAMPLE_URLS)) ids.add(id);
  return [...ids];
}

const MAX_PAGES = 5;

/** The pages that these answers cite, of one domain or of all, with their titles; most often cited first. */
function pagesOf(runs: readonly AnsweredRun[], source: string | undefined): Array<{ url: string; title: string }> {
  const pages = new Map<string, { url: string; title: string; n: number }>();
  for (const { citedUrls, citations = [] } of runs)
    for (const { domain, urls } of citedUrls)
      if (source === undefined || domain === source)
        for (const url of urls) {
          const title = citations.find((each) => each.url === url || each.url.startsWith(`${url}?`))?.title ?? "";
          const known = pages.get(url) ?? { url, title, n: 0 };
          pages.set(url, { url, title: known.title || title, n: known.n + 1 });
        }
  return Array.from(pages.values())
    .sort((a, b) => b.n - a.n || (a.url < b.url ? -1 : 1))
    .slice(0, MAX_PAGES)
    .map(({ url, title }) => ({ url, title }));
}

/** Fills in quotes and sample URLs from stored answers. */
export function fillEvidence(report: ReportV3, runs: readonly AnsweredRun[]): ReportV3 {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const actionItems = report.actionItems.map((item) => {
    const quoted = item.evidence.flatMap((evidence) => {
      const run = byId.get(evidence.runId);
      return run ? [{ run, evidence: { ...evidence, quote: quoteOf(run, item.rival ?? report.brand.name) } }] : [];
    });
    const quotes = new Set<string>();
    const evidence = quoted.flatMap(({ evidence: each }) => {
      if (quotes.has(each.quote)) return [];
      quotes.add(each.quote);
      return [each];
    });
    return {
      ...item,
      evidence,
      pages: pagesOf(
        quoted.map(({ run }) => run),
        item.source,
      ),
    };
  });
  const citationOpportunities = report.citationOpportunities.map((opportunity) => {
    const urls = runs.flatMap(
      ({ citedUrls }) => citedUrls.find(({ domain }) => domain === opportunity.domain)?.urls ?? [],
    );
    return { ...opportunity, sampleUrls: [...new Set(urls)].sort().slice(0, SAMPLE_URLS) };
  });
  return { ...report, actionItems, citationOpportunities };
}
