import type * as z from "zod";
import type { DomainRow } from "../accounts";
import { canonicalPath, pageReads, type Window } from "../analytics";
import { fixedPages } from "../audit";
import type { Bindings } from "../env";
import { AI_PROVIDERS, PROVIDERS } from "../lib/ai-providers";
import { median } from "../lib/numbers/median";
import { round2 } from "../lib/numbers/round";
import { DAY_MS, dayNumber, dayText, utcDay } from "../lib/time/time";
import { citedDays } from "../mentions";
import { datedPages } from "../prerender";
import { isOwnHost } from "./sources/cited-pages";
import { CitedHistory } from "./core/cited-history";
import { fixEffect, verdictOn, type FixEffect } from "./core/fix-effect";
import { fixSentence, type FixJudgement } from "./core/fix-words";
import type { FixesResponse } from "./schemas";

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS" | "DOMAIN_ANSWERS" | "SNAPSHOT_INDEX">;
type Report = Omit<z.infer<typeof FixesResponse>, "domain" | "window">;
type Shown = Report["fixes"][number];

/** Days of each window of citations. */
const WINDOW = 28;
const MIN_ANSWERS = 50;
/** Fixes that are followed: issues that disappeared between the same audits; and pages of each. */
const MAX_FIXES = 20;
const MAX_PAGES = 200;
const MAX_CITED = 50_000;
const MAX_CACHED = 20_000;
const ASSISTANTS = new Set<string>(PROVIDERS.flatMap((provider) => AI_PROVIDERS[provider].crawlers));

/** Every fix of a window as a dated chain: fixed, renewed, fetched, and cited before and after. */
export async function fixReport(
  env: Env,
  { id, domain }: Pick<DomainRow, "id" | "domain">,
  window: Window,
  { limit, now }: { limit: number; now: number },
): Promise<Report> {
  const { groups, unfixed, runs } = await fixedPages(env, id, window.from);
  const shown = groups.slice(0, MAX_FIXES);
  if (shown.length === 0) return { audits: runs.length, fixes: [], moreFixes: 0 };
  const [changes, history] = await Promise.all([
    contentChanges(env, id, now),
    citedHistory(env, { id, domain }, window),
  ]);
  const asked = shown.flatMap((group) =>
    group.paths.slice(0, MAX_PAGES).map((path) => {
      const changedAt = changes.get(path) ?? 0;
      const renewedAt = changedAt >= group.from ? changedAt : null;
      return { group, path, renewedAt, at: renewedAt ?? group.to };
    }),
  );
  const { pages, crawlers } = await pageReads(env, id, asked, window);
  const names = new Map(crawlers.map(({ no, token }) => [no, token]));
  const read = asked.map((page, i) => {
    const { reads } = pages[i]!;
    const fetched = reads
      .filter(({ next }) => next > 0)
      .map(({ crawler, next }) => ({ crawler: names.get(crawler)!, next }));
    return Object.assign(page, { fetched });
  });
  const fixes = shown.map((group): Shown => {
    const own = read.filter((page) => page.group === group);
    const judged = judge(group, own, history, { unfixed, today: dayNumber(now) });
    return {
      issueId: group.issueId,
      pages: group.paths.length,
      fixed: { from: group.from, to: group.to, isDated: group.isDated },
      renewed: renewedOf(own),
      fetched: fetchedBy(own),
      citations: judged.effect && presentEffect(judged.effect),
      verdict: judged.verdict,
      reason: judged.reason,
      daysLeft: judged.daysLeft,
      sentence: fixSentence(judged, judged.effect, WINDOW),
      paths: own.slice(0, limit).map(({ path, renewedAt, fetched }) => ({
        path,
        renewedAt,
        fetched: fetched.sort((a, b) => a.next - b.next).map(({ crawler, next }) => ({ crawler, date: dayText(next) })),
      })),
    };
  });
  return { audits: runs.length, fixes, moreFixes: groups.length - shown.length };
}

interface FollowedPage {
  path: string;
  renewedAt: number | null;
  fetched: Array<{ crawler: string; next: number }>;
}

function renewedOf(pages: readonly FollowedPage[]): Shown["renewed"] {
  const times = pages.flatMap(({ renewedAt }) => renewedAt ?? []);
  return times.length === 0 ? null : { pages: times.length, first: Math.min(...times), last: Math.max(...times) };
}

function fetchedBy(pages: readonly FollowedPage[]): Shown["fetched"] {
  const days = Map.groupBy(
    pages.flatMap(({ fetched }) => fetched),
    ({ crawler }) => crawler,
  );
  return [...days]
    .map(([crawler, own]) => ({
      crawler,
      pages: own.length,
      first: dayText(Math.min(...own.map(({ next }) => next))),
      last: dayText(Math.max(...own.map(({ next }) => next))),
    }))
    .sort((a, b) => b.pages - a.pages || (a.crawler < b.crawler ? -1 : 1));
}

function presentEffect({ fixed, others, effect, low, high, p, pages, controls }: FixEffect) {
  const means = ({ before, after }: FixEffect["fixed"]) => ({ before: round2(before), after: round2(after) });
  const interval = { effect: round2(effect), low: round2(low), high: round2(high), p: Math.round(p * 10_000) / 10_000 };
  return { pages, controls, fixed: means(fixed), others: means(others), ...interval };
}

/** One look, when the window after the fix is over: looking each day would find something by chance. */
function judge(
  { from }: { from: number },
  pages: readonly FollowedPage[],
  history: CitedHistory,
  { unfixed, today }: { unfixed: readonly string[]; today: number },
): FixJudgement & { effect: FixEffect | null } {
  const none = { verdict: "too_early", daysLeft: null, effect: null } as const;
  const firsts = pages.flatMap(({ fetched }) => {
    const days = fetched.filter(({ crawler }) => ASSISTANTS.has(crawler)).map(({ next }) => next);
    return days.length === 0 ? [] : [Math.min(...days)];
  });
  if (firsts.length * 2 < pages.length) return { ...none, reason: "not_fetched" };
  const after = Math.ceil(median(firsts)) + 1;
  const daysLeft = after + WINDOW - today;
  if (daysLeft > 0) return { ...none, reason: "days_left", daysLeft };
  const windows = { match: dayNumber(from) - 2 * WINDOW, before: dayNumber(from) - WINDOW, after, days: WINDOW };
  if (history.fewestAnswers(windows) < MIN_ANSWERS) return { ...none, reason: "few_answers" };
  const citationsOf = history.within(windows);
  const effect = fixEffect(
    pages.map(({ path }) => citationsOf(path)),
    unfixed.map(citationsOf),
  );
  if (!effect) return { ...none, reason: "no_pages_to_compare" };
  return { verdict: verdictOn(effect), reason: null, daysLeft: null, effect };
}

/** When each cached page's content last changed, epoch ms. */
async function contentChanges(env: Env, domainId: string, now: number): Promise<Map<string, number>> {
  const changes = new Map<string, number>();
  for await (const part of datedPages(env, domainId, now)) {
    for (const [path, changedAt] of part) changes.set(path, changedAt);
    if (changes.size >= MAX_CACHED) break;
  }
  return changes;
}

async function citedHistory(
  env: Env,
  { id, domain }: Pick<DomainRow, "id" | "domain">,
  window: Window,
): Promise<CitedHistory> {
  const days = { from: utcDay(window.from - 2 * WINDOW * DAY_MS), to: utcDay(window.to - DAY_MS) };
  const { cited, answers } = await citedDays(env, id, days, MAX_CITED);
  const rows = cited.flatMap(([text, day, count]) => {
    const url = URL.parse(text);
    const path = url && isOwnHost(url.host, domain) ? canonicalPath(url.pathname) : null;
    return path === null ? [] : [{ path, day: dayNumber(Date.parse(day)), count }];
  });
  return new CitedHistory(
    rows,
    answers.map(([day, count]) => ({ day: dayNumber(Date.parse(day)), count })),
  );
}
