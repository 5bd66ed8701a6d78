import type { ResponseOf } from "../../../../client";
import type { ReportV3 } from "../../../../mentions/core/report/figures/schema";
import { AI_PROVIDERS, PROVIDERS } from "../../../../lib/ai-providers";
import { firstUtcDay, utcDay } from "../../../../lib/time/time";
import type { SitePageContext } from "../../../server/page-env";
import type { NameMark } from "./highlight";

export type ShownAnswer = Answers["runs"][number];
export type Answers = ResponseOf<"listPromptRuns">;
export type Figures = ResponseOf<"readPromptStats">;
export type Report = ReportV3;
export type ProviderId = ShownAnswer["provider"];

export const PROVIDER_NAMES = Object.fromEntries(
  PROVIDERS.map((provider) => [provider, AI_PROVIDERS[provider].label]),
) as Record<ProviderId, string>;
export const PROVIDER_IDS: readonly ProviderId[] = PROVIDERS;

export const PERIODS = [7, 30, 90] as const;

export interface PageChoice {
  days: number;
  provider: ProviderId | undefined;
}

/** What the filters of the address choose. Anything unknown means the default. */
export function filtersOf(c: SitePageContext): PageChoice {
  const days = PERIODS.find((each) => String(each) === c.req.query("days")) ?? 30;
  const provider = PROVIDERS.find((each) => each === c.req.query("provider"));
  return { days, provider };
}

/** The days that a choice covers, today included. */
export function rangeOf({ days }: PageChoice, now: number) {
  return { from: firstUtcDay(now, days), to: utcDay(now) };
}

export function readFigures({ var: { api, domain } }: SitePageContext, choice: PageChoice): Promise<Figures> {
  const query = {
    domain: domain.domain,
    ...rangeOf(choice, Date.now()),
    ...(choice.provider && { provider: choice.provider }),
  };
  return api.readPromptStats({ query });
}

type RunsChoice = Partial<Record<"promptId" | "provider" | "runId" | "cursor" | "limit", string>>;

export function readAnswers({ var: { api, domain } }: SitePageContext, choice: RunsChoice): Promise<Answers> {
  const given = Object.fromEntries(Object.entries(choice).filter(([, value]) => value));
  return api.listPromptRuns({ query: { domain: domain.domain, ...given } });
}

/** The latest reports, or those of a day. */
export function readReports({ var: { api, domain } }: SitePageContext, choice: { limit: number; date?: string }) {
  const query = { domain: domain.domain, ...choice };
  return api.listReports({ query });
}

/** The payload of a report of today's version; null for older ones. */
export function payloadOf(report: { reportJson: string } | undefined): Report | null {
  if (!report || report.reportJson === "") return null;
  const payload = JSON.parse(report.reportJson) as Report;
  return payload.version === "v3" ? payload : null;
}

/** Runs that have not ended yet. */
export function openRuns({ summary: { byStatus } }: Answers): number {
  return (byStatus["queued"] ?? 0) + (byStatus["running"] ?? 0) + (byStatus["answered"] ?? 0);
}

export const brandOf = ({ brandName, domain }: { brandName: string | null; domain: string }) => brandName ?? domain;

/** The names in an answer. The API calls the brand by the domain's name if none is set. */
export function marksOf({ mentions, denied, competitorMentions }: ShownAnswer): NameMark[] {
  const rivals = new Set((JSON.parse(competitorMentions) as { name: string }[]).map(({ name }) => name));
  return [
    ...mentions.map((each): NameMark => ({ ...each, kind: rivals.has(each.name) ? "rival" : "own" })),
    ...denied.map((each): NameMark => ({ ...each, kind: "denied" })),
  ];
}
