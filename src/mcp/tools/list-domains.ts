import * as z from "zod";
import { instant } from "../define/bounded";
import { args, ListCursor, defineTool, NextCursor, PageScore, READS, HeadlineScore } from "../define/define-tool";
import { isUnfinished } from "../define/finished-runs";
import { fitted, skipCursor } from "../define/bounded";

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
    const [{ domains }, { runs }] = await Promise.all([api.listDomainNames(), api.listAudits()]);
    const shown = domains.map(({ domain, verified }) => {
      const run = runs.find((each) => each.domain === domain);
      const latestAudit = run
        ? {
            runId: run.id,
            status: run.status,
            healthScore: isUnfinished(run) ? null : run.healthScore,
            siteScore: run.siteScore,
            issues: isUnfinished(run) ? null : run.issueCount,
            endedAt: instant(run.completedAt),
          }
        : null;
      return { domain, verified, latestAudit };
    });
    return fitted(shown, skipCursor(cursor), (items, next) => ({
      domains: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});
