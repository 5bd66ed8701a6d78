import type { ReportV3 } from "./schema";

/** A stored answer with its analysis, used as evidence. */
export interface AnsweredRun {
  id: string;
  text: string;
  /** Positions of the brand and its competitors in the text. */
  mentions: ReadonlyArray<{ name: string; start: number; end: number }>;
  citedUrls: ReadonlyArray<{ domain: string; urls: readonly string[] }>;
}

const QUOTE_BEFORE = 80;
const QUOTE_LENGTH = 240;
const SAMPLE_URLS = 3;

/** Runs whose answers a report quotes: at most five per action item and three per citation opportunity. */
export function runsToQuote(report: ReportV3, runsCiting: (domain: string) => readonly string[]): string[] {
  const ids = new Set(report.actionItems.flatMap(({ evidence }) => evidence.map(({ runId }) => runId)));
  for (const { domain } of report.citationOpportunities)
    for (const id of runsCiting(domain).slice(0, SAMPLE_URLS)) ids.add(id);
  return [...ids];
}

/** The text around the first mention, or else the beginning: one line, cut between words. */
export function quoteOf({ text, mentions }: AnsweredRun, brand: string): string {
  const at = (mentions.find(({ name }) => name === brand) ?? mentions[0])?.start ?? 0;
  const from = at <= QUOTE_BEFORE ? 0 : text.indexOf(" ", at - QUOTE_BEFORE) + 1;
  const start = from > at ? at : from;
  const cut = text.slice(start, start + QUOTE_LENGTH);
  const whole = start + QUOTE_LENGTH >= text.length ? cut : cut.replace(/\s+\S*$/, "");
  return whole.replaceAll(/\s+/g, " ").trim();
}

/** Fills in quotes and sample URLs verbatim from stored answers. */
export function fillEvidence(report: ReportV3, runs: readonly AnsweredRun[]): ReportV3 {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const actionItems = report.actionItems.map((item) => ({
    ...item,
    evidence: item.evidence.flatMap((evidence) => {
      const run = byId.get(evidence.runId);
      return run ? { ...evidence, quote: quoteOf(run, report.brand.name) } : [];
    }),
  }));
  const citationOpportunities = report.citationOpportunities.map((opportunity) => {
    const urls = runs.flatMap(
      ({ citedUrls }) => citedUrls.find(({ domain }) => domain === opportunity.domain)?.urls ?? [],
    );
    return { ...opportunity, sampleUrls: [...new Set(urls)].sort().slice(0, SAMPLE_URLS) };
  });
  return { ...report, actionItems, citationOpportunities };
}
