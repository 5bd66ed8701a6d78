import { Hono } from "hono";
import * as z from "zod";
import { openDb } from "../../db/client";
import { operation } from "../../http/operation";
import { noQuery } from "../../http/validate";
import { reachesDomain } from "../callers/authorize-domain";
import { listDomains } from "../repo/domains";
import { requireCaller, type CallerEnv } from "../middleware/require-caller";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

const DomainNamesResponse = z.object({
  domains: z.array(
    z.object({
      domain: z.string(),
      verified: z.boolean().describe("Only verified domains can be audited and served"),
      brandName: z.string().nullable(),
    }),
  ),
});

const names = operation({
  tag: "Account",
  summary: "List the domains that this credential reaches",
  description: "For programs that start from a key. A key limited to one domain sees only that one.",
  credentials: ["apiKey", "session"],
  responses: { 200: DomainNamesResponse },
  errors: ["plan_required"],
});

/** `/api/domains` */
export const domainNameRoutes = new Hono<CallerEnv>().get("/", names, caller, noQuery, async (c) => {
  const rows = await listDomains(openDb(c.env.DB), c.get("caller").accountId);
  const reached = rows.filter(({ domain }) => reachesDomain(c.get("caller"), domain));
  return c.json({
    domains: reached.map(({ domain, verifiedAt, brandName }) => ({ domain, verified: verifiedAt !== null, brandName })),
  });
});
