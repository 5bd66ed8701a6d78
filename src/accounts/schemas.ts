import { z } from "zod";
import { PLANS } from "./core/plans";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an absolute http or https URL" }).max(2048);

export const DomainBody = z.object({
  domain: z.string().min(1).max(300),
  origin: httpUrl.optional(),
  sitemapUrl: httpUrl.optional(),
  brandName: z.string().trim().min(1).max(120).optional(),
  brandAliases: z.array(z.string().trim().min(1).max(120)).max(50).optional(),
  competitors: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(120),
        siteUrl: httpUrl.optional(),
        aliases: z.array(z.string().trim().min(1).max(120)).max(20).optional(),
      }),
    )
    .max(50)
    .optional(),
  snapshotTtlHours: z.int().min(1).max(720).optional(),
  auditFrequency: z.enum(["none", "daily", "weekly", "monthly"]).optional(),
});
export type DomainBody = z.infer<typeof DomainBody>;

export const AdminDomainBody = DomainBody.extend({ verified: z.boolean().optional() });

export const AccountBody = z.object({
  email: z.email().max(254),
  password: z.string().min(8).max(128),
  name: z.string().trim().min(1).max(120).optional(),
  plan: z.enum(PLANS),
});

const count = z.int().min(0).max(1_000_000_000);
export const LimitsBody = z
  .strictObject({
    audits: z.boolean(),
    apiKeys: z.boolean(),
    pagesPerRun: count,
    onDemandAuditsPerMonth: count,
    pagesPerMonth: count,
    prompts: count,
    domains: count,
    requestsPerMinute: count,
  })
  .partial();

export const AccountPatch = z
  .strictObject({ plan: z.enum(PLANS).optional(), limits: LimitsBody.optional() })
  .refine((body) => body.plan !== undefined || body.limits !== undefined, "give plan, limits or both");

export const KeyBody = z.object({
  name: z.string().trim().min(1).max(120),
  domain: z.string().min(1).max(300).nullish(),
});
export const StatsTokenBody = z.object({ domain: z.string().min(1).max(300) });
export const IdParam = z.object({ id: z.string().min(1).max(100) });
