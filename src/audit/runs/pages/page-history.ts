import { authorizeDomain, type Caller } from "../../../accounts";
import { openDb } from "../../../db/client";
import { homeOf } from "../../../web";
import { canonicalUrl, pathOf } from "../../../lib/hosts/url";
import { pageOfRun } from "./latest-page";
import { pagePoints } from "./page-points";
import { runsById } from "../../repo";
import type { PagesEnv } from "./run-pages";

/** The results of one page in the domain's finished runs, newest first, with the latest one in full. */
export async function pageHistory(env: PagesEnv, caller: Caller, domainName: string, given: string) {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, domainName);
  const url = new URL(canonicalUrl(new URL(`/${given.replace(/^\/+/, "")}`, homeOf(domain.domain))));
  const path = pathOf(url.href);
  const points = await pagePoints(env, domain.id, url);
  const runs = await runsById(
    db,
    points.map(([runId]) => runId),
  );
  const history = points.flatMap(([runId, healthScore, statusCode, issueCount]) => {
    const run = runs.get(runId);
    if (!run) return [];
    const { startedAt, completedAt, status } = run;
    return [{ runId, startedAt, completedAt, status, healthScore, statusCode, issueCount }];
  });
  history.sort((a, b) => b.startedAt - a.startedAt);
  const latest = history[0] && runs.get(history[0].runId);
  const page = latest ? await pageOfRun(env, latest, path) : null;
  return { domain: domain.domain, path, history, page: page ?? null };
}
