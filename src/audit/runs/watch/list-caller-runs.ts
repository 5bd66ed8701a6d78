import { domainsOf, type Caller } from "../../../accounts";
import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { normalizeDomain } from "../../../lib/hosts/domain";
import { liveRuns } from "./live-runs";
import { presentRun } from "../pages/presenters";
import { listRuns, runsWithParts, type RunRow } from "../../repo";
import { wholeRuns } from "../results/whole-runs";

/** Domains whose runs a caller may list; null: all domains of the account. A scoped key always gets its own domain. */
function visibleDomains(caller: Caller, asked: string | undefined): string[] | null {
  const allowed = domainsOf(caller);
  if (caller.kind === "key" && allowed !== null) return [...allowed];
  const wanted = asked === undefined ? null : (normalizeDomain(asked) ?? asked);
  if (wanted === null) return allowed && [...allowed];
  return allowed === null || allowed.includes(wanted) ? [wanted] : [];
}

/** The caller's 50 latest runs, newest first; empty if nothing matches. */
export async function listCallerRuns(env: Bindings, caller: Caller, domain: string | undefined, withAnalyses: boolean) {
  const db = openDb(env.DB);
  const rows = await listRuns(db, caller.accountId, visibleDomains(caller, domain));
  const live = await liveRuns(env, rows);
  if (withAnalyses) return (await wholeRuns(env, live)).map(presentRun);
  return (await runsWithParts(db, live.map(scoresOnly))).map(withoutAnalyses);
}

function withoutAnalyses(run: RunRow): ReturnType<typeof presentRun> {
  return { ...presentRun(run), robotsAnalysis: {}, agentReadiness: null, crawlStats: {} };
}

/** The part of a run's analyses in D1 that its own fields come from and that may be stored apart. */
const SITE_SCORE = "crawlStats.siteScore";

function scoresOnly(run: RunRow): RunRow {
  const siteScore = run.parts?.[SITE_SCORE];
  return { ...run, parts: siteScore === undefined ? null : { [SITE_SCORE]: siteScore } };
}
