import { Hono } from "hono";
import * as z from "zod";
import { domainsOf, listDomains, requireCaller, type CallerEnv } from "../accounts";
import { DomainCursor, OneExternalId } from "../accounts/settings/domain-schemas";
import { auditUsageOf } from "../audit/repo";
import { openDb } from "../db/client";
import { operation } from "../http/operation";
import { begunMonth, Month, MonthQuery } from "../http/month";
import { queryNumber } from "../http/query-number";
import { validate } from "../http/validate";
import { promptsByDomain } from "../mentions/repo/prompts";
import { usedOf } from "../usage/read-usage";
import { usageOfDomains } from "../usage/usage-repo";

const Query = z.object({
  month: MonthQuery,
  externalId: OneExternalId,
  limit: queryNumber(1, 500).default(100).describe("Domains per response"),
  cursor: DomainCursor,
});
const DomainsUsage = z.object({
  month: Month,
  domains: z.array(
    z.object({
      domain: z.string(),
      externalId: z.string().nullable(),
      onDemandAudits: z.int().describe("Ended on-demand audits of the month"),
      pages: z.int().describe("Pages that ended audits of the month fetched"),
      prompts: z.int().describe("Prompts that the domain has now"),
      units: z.record(z.string(), z.number()).describe("What its traffic and upkeep used of the platform, estimated"),
      dollars: z.number().describe("The same at Cloudflare's list prices"),
    }),
  ),
  nextCursor: z.string().nullable(),
});
const usageOp = operation({
  tag: "Account",
  credentials: ["apiKey", "session"],
  summary: "Read the usage of each domain",
  description:
    "In order of their names. Audits, pages and prompts are exact; a month without any has zeros. `units` are estimates of what serving the domain and its upkeep use: right on average, rough for a domain that uses little.",
  responses: { 200: DomainsUsage },
  errors: ["plan_required", "invalid_request"],
});

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

/** `/api/domains/usage` */
export const domainUsageRoutes = new Hono<CallerEnv>().get(
  "/usage",
  usageOp,
  caller,
  validate("query", Query),
  async (c) => {
    const { limit, cursor, externalId, ...asked } = c.req.valid("query");
    const month = begunMonth(asked.month, Date.now());
    const { accountId } = c.get("caller");
    const db = openDb(c.env.DB);
    const wanted = { after: cursor, only: domainsOf(c.get("caller")), externalId, limit: limit + 1 };
    const rows = await listDomains(db, accountId, wanted);
    const part = rows.slice(0, limit);
    const ids = part.map(({ id }) => id);
    const [audits, prompts, units] = await Promise.all([
      auditUsageOf(db, accountId, month, ids),
      promptsByDomain(db, ids),
      usageOfDomains(db, month, ids),
    ]);
    return c.json({
      month,
      domains: part.map(({ id, domain, externalId: own }) => ({
        domain,
        externalId: own,
        onDemandAudits: audits.get(id)?.onDemandAudits ?? 0,
        pages: audits.get(id)?.pages ?? 0,
        prompts: prompts.get(id) ?? 0,
        ...usedOf(units.get(id) ?? {}),
      })),
      nextCursor: part.length < rows.length ? part.at(-1)!.domain : null,
    });
  },
);
