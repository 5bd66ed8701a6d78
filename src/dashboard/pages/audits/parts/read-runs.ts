import type { Context } from "hono";
import type { ResponseOf } from "../../../../client";
import { asTyped } from "../../../server/page-api";
import type { SiteEnv } from "../../../server/page-env";
import { ApiProblem } from "../../../server/read";
import { isFinished, type Run } from "./words";

export type SiteContext = Context<SiteEnv>;
export type Detail = ResponseOf<"readAudit">;

/** The domain's runs, newest first. */
export async function readRuns(c: SiteContext): Promise<Run[]> {
  const query = { domain: c.var.domain.domain };
  const { runs } = await c.var.api.listAudits({ query });
  return runs;
}

/** The same without their analyses, which takes one query. */
export async function readRunList(c: SiteContext): Promise<Run[]> {
  const { runs } = await c.var.api.listAudits({ query: { domain: c.var.domain.domain, analyses: "false" } });
  return runs;
}

/** The run that `latest` stands for: the latest with results, or else the latest. */
export const latestOf = (runs: readonly Run[]): Run | undefined => runs.find(isFinished) ?? runs[0];

/** The id of the run in the path. @throws ApiProblem 404: `latest`, and there is no run. */
export async function runIdOf(c: SiteContext): Promise<string> {
  const id = c.req.param("runId") ?? "latest";
  if (id !== "latest") return id;
  const latest = latestOf(await readRuns(c));
  if (latest) return latest.id;
  throw new ApiProblem(404, "run_not_found", "This domain has no audit yet. Start one first.", {});
}

export type PageWish = Partial<
  Record<"issue" | "severity" | "path" | "status" | "indexable" | "sort" | "cursor", string>
>;

interface Wish extends PageWish {
  limit: number;
  /** Whether robotsAnalysis is needed. */
  robots: boolean;
}

/** A run with some of its pages. @throws ApiProblem 404 if it is another domain's. */
export async function readDetail(c: SiteContext, runId: string, { limit, robots, ...wish }: Wish): Promise<Detail> {
  const query = { ...asTyped<"readAudit">(wish), limit, robots: robots ? "true" : "false" } as const;
  const detail = await c.var.api.readAudit({ path: { runId }, query });
  if (detail.run.domain !== c.var.domain.domain)
    throw new ApiProblem(404, "run_not_found", "This domain has no such audit.", {});
  return detail;
}

/** The run alone. */
export async function readRun(c: SiteContext, runId: string, robots = false): Promise<Detail["run"]> {
  return (await readDetail(c, runId, { limit: 1, robots })).run;
}
