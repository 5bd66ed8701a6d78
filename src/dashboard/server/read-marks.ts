import { ownReleases } from "./assets";
import { attempt } from "./attempt";
import type { SitePageContext } from "./page-env";
import { ApiProblem } from "./read";
import type { ChartMark } from "../ui/charts/chart";

/** Deploys that a chart marks at most. */
const DEPLOYS = 50;

type Marked = { startedAt: number; completedAt: number | null };

/** What the lines of a chart may answer to: the site's deploys, our releases, and audits. What can't be read is left out. */
export async function readMarks(c: SitePageContext, runs?: readonly Marked[]): Promise<ChartMark[]> {
  const { domain } = c.var.domain;
  const [releases, deploys, listed] = await Promise.all([
    ownReleases(c.env, c.req.url),
    attempt(c, c.var.api.listDeploys({ query: { domain, limit: DEPLOYS } })),
    runs ?? attempt(c, c.var.api.listAudits({ query: { domain, analyses: "false" } })).then(runsOf),
  ]);
  return [
    ...(deploys instanceof ApiProblem ? [] : deploys.deploys).map(({ askedAt, refs }) => ({
      at: askedAt,
      kind: "deploy" as const,
      words: `Deploy${refs[0] ? ` of ${refs[0].slice(0, 40)}` : ""}`,
    })),
    ...listed.map(({ startedAt }) => ({ at: startedAt, kind: "audit" as const, words: "Audit" })),
    ...releases.map(({ version, date }) => ({
      at: Date.parse(`${date}T00:00:00Z`),
      kind: "release" as const,
      words: `Crawlready ${version}`,
    })),
  ];
}

const runsOf = (answer: { runs: Marked[] } | ApiProblem): Marked[] => (answer instanceof ApiProblem ? [] : answer.runs);

/** The marks for a line whose points are the audits. */
export const besidesAudits = (marks: readonly ChartMark[]) => marks.filter(({ kind }) => kind !== "audit");
