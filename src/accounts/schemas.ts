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
  ignoredParameters: z
    .array(z.string().regex(/^[\w.~\-[\]]{1,64}\*?$/, "must be a parameter name, with an optional * at its end"))
    .max(50)
    .optional(),
  soft404: z.enum(["detect", "off"]).optional(),
  markdown: z.boolean().optional(),
  llmsTxt: z.boolean().optional(),
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

export const SignInBody = z.object({ email: z.email().max(254), password: z.string().min(1).max(128) });
export const SignUpBody = z.object({
  email: z.email().max(254),
  password: z.string().min(8).max(128),
  name: z.string().trim().min(1).max(120).optional(),
});
const User = z.object({ id: z.string(), email: z.string(), name: z.string() });
export const UserAnswer = z.object({ user: User });
export const SessionAnswer = z
  .object({ user: User, session: z.object({ id: z.string(), expiresAt: z.iso.datetime() }) })
  .nullable();

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

const Limits = z.object({
  audits: z.boolean(),
  apiKeys: z.boolean(),
  pagesPerRun: z.int(),
  onDemandAuditsPerMonth: z.int(),
  pagesPerMonth: z.int(),
  prompts: z.int(),
  domains: z.int(),
  requestsPerMinute: z.int(),
});

export const AccountCreated = z.object({ accountId: z.string(), userId: z.string() });
export const AdminAccount = z.object({
  id: z.string(),
  plan: z.enum(PLANS),
  limits: Limits,
  overrides: Limits.partial(),
  createdAt: z.int(),
});
export const AdminAccountList = z.object({ accounts: z.array(AdminAccount), nextCursor: z.string().nullable() });
export const DomainAnswer = DomainBody.required().extend({
  origin: z.string().nullable(),
  sitemapUrl: z.string().nullable(),
  brandName: z.string().nullable(),
  verified: z.boolean(),
  verificationMethod: z.string().nullable(),
  createdAt: z.int(),
  verification: z.object({
    dnsTxt: z.object({ name: z.string(), value: z.string() }),
    file: z.object({ path: z.string(), content: z.string() }),
    meta: z.string(),
  }),
});
export const KeyCreated = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string().nullable(),
  prefix: z.string(),
  key: z.string(),
});
export const StatsTokenCreated = z.object({ id: z.string(), domain: z.string(), token: z.string() });
