import type * as z from "zod";
import type { DomainRow } from "../../accounts";
import { windowBetween, type Window } from "../../analytics";
import { isNotFound } from "../../lib/hosts/not-found";
import { round1 } from "../../lib/numbers/round";
import { DAY_MS } from "../../lib/time/time";
import { COMPARED_DAYS, isHeldBack } from "../../prerender";
import { routerEffect, routerVerdict, type RoutedVisits, type RouterEffect } from "../core/router-effect";
import { proposeRouting, type Proposal } from "../core/router-proposals";
import { routerSentence, type RouterJudgement } from "../core/router-words";
import { keptSwitches, type KeptSwitch } from "./router-bucket";
import { kindVisits, routerFacts, type RouterEnv } from "./router-facts";
import type { RouterResponse } from "./router-schemas";

type Report = Omit<z.infer<typeof RouterResponse>, "domain" | "window">;

/** What the router could do, what it does, and what that changed. */
export async function readRouter(
  env: RouterEnv,
  row: DomainRow,
  window: Window,
  { limit, now }: { limit: number; now: number },
): Promise<Report> {
  const [facts, kept] = await Promise.all([routerFacts(env, row, window, now), keptSwitches(env, row.id)]);
  const { proposals, repeats } = proposeRouting(facts);
  const on = row.crawlRouter?.switches ?? [];
  const switches = [];
  for (const each of on) {
    const { action, kind, since } = each;
    const own = kept.find((one) => one.action === action && one.kind === kind && one.since === since);
    const told = await judgeSwitch(env, row.id, { ...each, paths: own?.paths ?? [] }, now);
    switches.push(told);
  }
  const gone = row.crawlRouter?.gone ?? [];
  return {
    proposals: proposals.map((proposal) => presentProposal(proposal, limit)),
    repeats,
    switches,
    gone,
    notGone: gone.flatMap((path) => {
      const status = facts.answered(path);
      return status === null || isNotFound(status) ? [] : [{ path, status }];
    }),
    keep: row.crawlRouter?.keep ?? [],
  };
}

function presentProposal({ paths, kept, ...sums }: Proposal, limit: number) {
  return { ...sums, paths: paths.slice(0, limit), keptPages: kept.length, kept: kept.slice(0, limit) };
}

interface Judged {
  judged: RouterJudgement;
  effect: RouterEffect | null;
}

/** One look, when the days of comparing are over: looking each day would find something by chance. */
async function judgeSwitch(
  env: RouterEnv,
  domainId: string,
  { action, kind, since, paths }: KeptSwitch,
  now: number,
): Promise<Report["switches"][number]> {
  const on = { action, kind };
  const daysLeft = Math.ceil((since + (COMPARED_DAYS + 1) * DAY_MS - now) / DAY_MS);
  const untold = (reason: RouterJudgement["reason"], days: number | null): Judged => ({
    judged: { ...on, verdict: "too_early", reason, daysLeft: days },
    effect: null,
  });
  const { judged, effect } =
    paths.length === 0
      ? untold("no_pages", null)
      : daysLeft > 0
        ? untold("days_left", daysLeft)
        : await compare(env, domainId, { ...on, since, paths });
  return {
    ...on,
    since,
    pages: paths.length,
    verdict: judged.verdict,
    reason: judged.reason,
    daysLeft: judged.daysLeft,
    effect: effect && presentEffect(effect),
    sentence: routerSentence(judged, effect, COMPARED_DAYS),
  };
}

async function compare(env: RouterEnv, domainId: string, { action, kind, since, paths }: KeptSwitch): Promise<Judged> {
  const day = (n: number) => since + n * DAY_MS;
  const [before, after] = await Promise.all([
    visitsOfKind(env, domainId, kind, windowBetween(day(-COMPARED_DAYS), day(-1)), paths),
    visitsOfKind(env, domainId, kind, windowBetween(day(1), day(COMPARED_DAYS)), paths),
  ]);
  const halves: Record<"routed" | "others", RoutedVisits[]> = { routed: [], others: [] };
  for (const path of paths)
    halves[isHeldBack(path, since) ? "others" : "routed"].push({
      before: before.get(path) ?? 0,
      after: after.get(path) ?? 0,
    });
  const effect = routerEffect(halves.routed, halves.others);
  const verdict = effect ? routerVerdict(effect) : "too_early";
  return { judged: { action, kind, verdict, reason: effect ? null : "few_pages", daysLeft: null }, effect };
}

async function visitsOfKind(
  env: RouterEnv,
  domainId: string,
  kind: string,
  window: Window,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const visits = await kindVisits(env, domainId, window, paths);
  return new Map(visits.filter((row) => row.kind === kind).map((row) => [row.path, row.visits]));
}

function presentEffect({ routed, others, effect, low, high, p }: RouterEffect) {
  const means = ({ pages, before, after }: RouterEffect["routed"]) => ({
    pages,
    before: round1(before),
    after: round1(after),
  });
  return {
    routed: means(routed),
    others: means(others),
    effect: round1(effect),
    low: round1(low),
    high: round1(high),
    p: Math.round(p * 10_000) / 10_000,
  };
}
