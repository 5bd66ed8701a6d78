import type { Run } from "./words";

type Scored = Pick<Run, "scoreState" | "siteScore">;

/** The one score that people see, 0 to 100 without decimals; null: the run has none. */
export function shownHealth({ scoreState, siteScore }: Scored): number | null {
  return scoreState === "scored" && siteScore !== null ? Math.round(siteScore) : null;
}

/** The run that speaks for the whole site: the latest that ended and read it, or else the latest that ended. `runs`: newest first. */
export function siteRun<R extends Pick<Run, "completedAt" | "coversSite" | "status" | "closeReason">>(
  runs: readonly R[] | null,
): R | undefined {
  const ended = runs?.filter(({ completedAt }) => completedAt !== null) ?? [];
  const ofSite = ended.filter(({ coversSite }) => coversSite);
  return (
    ofSite.find(({ status, closeReason }) => status !== "partial" && closeReason !== "cancelled") ??
    ofSite[0] ??
    ended[0]
  );
}

type Compared = Scored & Pick<Run, "id" | "startedAt" | "scope" | "needsContinuation">;

/**
 * The run whose Health the run's own is compared with: the latest before it that was set to read the same pages and
 * read them all. `runs` may be in any order.
 */
export function comparedRun<R extends Compared>(run: Compared, runs: readonly R[]): R | null {
  if (run.scope === null || run.needsContinuation) return null;
  return runs
    .filter((each) => each.id !== run.id && each.startedAt < run.startedAt && each.scope === run.scope)
    .filter((each) => shownHealth(each) !== null && !each.needsContinuation)
    .reduce<R | null>((latest, each) => (latest && latest.startedAt > each.startedAt ? latest : each), null);
}

/** What the shown Health changed by since that run; null: there is nothing to compare. */
export function healthChange(run: Compared, runs: readonly Compared[]): number | null {
  const before = comparedRun(run, runs);
  const [now, then] = [shownHealth(run), before && shownHealth(before)];
  return now === null || then === null ? null : now - then;
}

/** The points of Health that fixing an issue adds, as shown; null: less than one, or the run has no Health. */
export function healthGain(run: Scored, { gain }: { gain: number | null }): number | null {
  return shownHealth(run) === null || gain === null || gain < 0.5 ? null : Math.round(gain);
}

export const scoreTone = (score: number) => (score >= 80 ? "good" : score >= 50 ? "warn" : "bad");
