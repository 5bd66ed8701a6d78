import { dayText } from "../../lib/time/time";
import type { DomainRow } from "../../accounts";
import { nextCursor, readCursor } from "../core/page-cursor";
import { operatorOf } from "../core/referral";
import { canonicalPath } from "../core/visit-path";
import type { Window } from "../core/window";
import type { ReferralPath } from "../domain-visits/referral-rows";
import { visitsOf, type VisitsEnv } from "../count/visits-of";
import { REFERRAL_WAYS, type ReferralWay } from "../core/referral-ways";
import type { OperatorCount } from "../schemas";
import type { ReferralsQuery } from "./schemas";

type Counts = ReadonlyArray<readonly [assistant: string, count: number]>;

/** People whom assistants sent, by operator, by assistant and by path. */
export async function referralsReport(env: VisitsEnv, domain: DomainRow, window: Window, query: ReferralsQuery) {
  const { limit, cursor } = query;
  const path = query.path === undefined ? undefined : (canonicalPath(query.path.split("?", 1)[0]!) ?? query.path);
  const { days, paths, ways } = await visitsOf(env, domain.id).referrals(window, {
    path,
    // One more than requested shows whether there are more.
    limit: limit + 1,
    after: readCursor(cursor),
  });
  const shown = paths.slice(0, limit).map(presentPath);
  const all: Counts =
    path === undefined
      ? days.map(({ assistant, count }) => [assistant, count])
      : paths.flatMap(({ counts }) => JSON.parse(counts) as Counts);
  const last = shown.at(-1);
  return {
    total: sumOf(all),
    byOperator: byOperator(all),
    byAssistant: byAssistant(all),
    seenBy: Object.fromEntries(
      REFERRAL_WAYS.map((name, way) => [name, ways.find((each) => each.way === way)?.count ?? 0]),
    ) as Record<ReferralWay, number>,
    paths: shown,
    nextCursor: nextCursor(last, paths.length > limit),
  };
}

/** One entry per UTC day of the window, oldest first. Days without people have 0. */
export async function referralDays(env: VisitsEnv, domain: DomainRow, window: Window) {
  const { days } = await visitsOf(env, domain.id).referrals(window, { limit: 0 });
  const byDay = Map.groupBy(days, ({ day }) => day);
  return Array.from({ length: window.days }, (_, index) => {
    const day = window.firstDay + index;
    const counts = (byDay.get(day) ?? []).map(({ assistant, count }) => [assistant, count] as const);
    return { date: dayText(day), total: sumOf(counts), byOperator: byOperator(counts) };
  });
}

/** All paths to which assistants sent people in a window, with counts by operator. */
export async function referredPaths(env: VisitsEnv, domainId: string, window: Window) {
  const { paths } = await visitsOf(env, domainId).referrals(window, { limit: Number.MAX_SAFE_INTEGER });
  return paths.map(presentPath);
}

const presentPath = ({ path, total, counts }: ReferralPath) => ({
  path,
  total,
  byOperator: byOperator(JSON.parse(counts) as Counts),
});

const sumOf = (counts: Counts) => counts.reduce((sum, [, count]) => sum + count, 0);

function byAssistant(counts: Counts) {
  const sums = new Map<string, number>();
  for (const [assistant, count] of counts) sums.set(assistant, (sums.get(assistant) ?? 0) + count);
  return [...sums]
    .map(([assistant, count]) => ({ assistant, operator: operatorOf(assistant), count }))
    .sort((a, b) => b.count - a.count || (a.assistant < b.assistant ? -1 : 1));
}

/** Highest first; equal counts by name. */
function byOperator(counts: Counts): OperatorCount[] {
  const sums = new Map<string, number>();
  for (const [assistant, count] of counts) {
    const operator = operatorOf(assistant);
    sums.set(operator, (sums.get(operator) ?? 0) + count);
  }
  return [...sums]
    .map(([operator, count]) => ({ operator, count }))
    .sort((a, b) => b.count - a.count || (a.operator < b.operator ? -1 : 1));
}
