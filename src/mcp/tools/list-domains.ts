import * as z from "zod";
import { instant } from "../define/bounded";
import { args, ListCursor, defineTool, NextCursor, PageScore, READS, HeadlineScore } from "../define/define-tool";
import { isUnfinished, type ListedRun } from "../define/finished-runs";
import { fitted } from "../define/bounded";
import type { Client } from "../../client";

/** Domains that are read at once. A result has room for about as many. */
const PART = 50;
/** The most runs that the API lists. */
const LISTED_RUNS = 50;

const Audited = z.object({
  runId: z.string(),
  status: z.string(),
  healthScore: PageScore.nullable(),
  siteScore: HeadlineScore,
  issues: z.int().nullable(),
  endedAt: z.string().nullable().describe("Null: it has not ended, so scores and issues are not known"),
});

export const listDomainsTool = defineTool({
  name: "list_domains",
  title: "List domains",
  description:
    "The domains that this key reaches, each with its latest audit. Start here if you don't know the exact domain; other tools take it as `domain`.",
  input: args({ cursor: ListCursor }),
  output: z.object({
    domains: z.array(z.object({ domain: z.string(), verified: z.boolean(), latestAudit: Audited.nullable() })),
    nextCursor: NextCursor,
  }),
  annotations: READS,
  calls: ["listDomainNames", "listAudits"],
  run: async ({ cursor }, { api }) => {
    const query = { limit: PART, ...(cursor !== undefined && { cursor }) };
    const { domains, nextCursor } = await api.listDomainNames({ query });
    const latest = await latestRuns(
      api,
      domains.map(({ domain }) => domain),
    );
    const shown = domains.map(({ domain, verified }) => ({
      domain,
      verified,
      latestAudit: auditOf(latest.get(domain)),
    }));
    return fitted(shown, 0, (items, next) => ({
      domains: items,
      nextCursor: next === null ? nextCursor : items.at(-1)!.domain,
    }));
  },
});

/** The latest run of each domain. The API lists an account's latest runs only, so those of other domains are looked up one by one. */
async function latestRuns(
  api: Pick<Client, "listAudits">,
  domains: readonly string[],
): Promise<Map<string, ListedRun>> {
  const { runs } = await api.listAudits({ query: { analyses: "false" } });
  const latest = new Map<string, ListedRun>();
  for (const run of runs) if (!latest.has(run.domain)) latest.set(run.domain, run);
  if (runs.length < LISTED_RUNS) return latest;
  const others = domains.filter((domain) => !latest.has(domain));
  await Promise.all(
    others.map(async (domain) => {
      const own = (await api.listAudits({ query: { domain, analyses: "false" } })).runs[0];
      if (own) latest.set(domain, own);
    }),
  );
  return latest;
}

function auditOf(run: ListedRun | undefined): z.output<typeof Audited> | null {
  if (!run) return null;
  return {
    runId: run.id,
    status: run.status,
    healthScore: isUnfinished(run) ? null : run.healthScore,
    siteScore: run.siteScore,
    issues: isUnfinished(run) ? null : run.issueCount,
    endedAt: instant(run.completedAt),
  };
}
