import * as z from "zod";
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

/** `null` takes a setting back. */
export const DomainPatch = z
  .strictObject({
    ...DomainBody.omit({ domain: true }).shape,
    origin: httpUrl.nullish(),
    sitemapUrl: httpUrl.nullish(),
    brandName: DomainBody.shape.brandName.nullable(),
  })
  .refine((body) => Object.keys(body).length > 0, "give at least one setting");
export type DomainPatch = z.infer<typeof DomainPatch>;

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
export const PasswordBody = z.object({
  currentPassword: z.string().min(1).max(128),
  newPassword: z.string().min(8).max(128),
});
const User = z.object({ id: z.string(), email: z.string(), name: z.string() });
export const UserAnswer = z.object({ user: User });
export const SessionAnswer = z
  .object({ user: User, session: z.object({ id: z.string(), expiresAt: z.iso.datetime() }) })
  .nullable();

const count = z.int().min(0).max(1_000_000_000);
const LimitsBody = z
  .strictObject({
    audits: z.boolean(),
    apiKeys: z.boolean(),
    pagesPerRun: count,
    onDemandAuditsPerMonth: count,
    pagesPerMonth: count,
    prompts: count,
    domains: count,
    answersPerDay: count,
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
  answersPerDay: z.int(),
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

export const DomainParam = z.object({ domain: z.string().min(1).max(300) });
export const DomainList = z.object({ domains: z.array(DomainAnswer) });
export const VerifyAnswer = z.object({ verified: z.literal(true), method: z.string() });

const Role = z.enum(["owner", "member"]);
export const MemberBody = z
  .object({
    email: z.email().max(254),
    password: z.string().min(8).max(128),
    name: z.string().trim().min(1).max(120).optional(),
    role: Role,
    /** Domains a member is restricted to; null: all of the account's. */
    domains: z.array(z.string().min(1).max(300)).max(200).nullable().default(null),
  })
  .refine((body) => body.role === "member" || body.domains === null, {
    path: ["domains"],
    error: "an owner reaches every domain: leave it null",
  });
export type MemberBody = z.infer<typeof MemberBody>;
export const UserParam = z.object({ userId: z.string().min(1).max(100) });
export const MemberAnswer = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  domains: z.array(z.string()).nullable(),
  createdAt: z.int(),
});
export const MemberList = z.object({ members: z.array(MemberAnswer) });

const Listed = z.object({
  id: z.string(),
  domain: z.string().nullable(),
  prefix: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  revokedAt: z.int().nullable(),
});
export const KeyList = z.object({ apiKeys: z.array(Listed.extend({ name: z.string() })) });
export const StatsTokenList = z.object({ statsTokens: z.array(Listed.extend({ domain: z.string() })) });

/** What of the plan's limits is used: counts of this UTC month, and of what there is now. */
export const Usage = z.object({
  month: z.string(),
  onDemandAuditsPerMonth: z.int(),
  pagesPerMonth: z.int(),
  prompts: z.int(),
  domains: z.int(),
});
export type Usage = z.infer<typeof Usage>;
export const AccountAnswer = z.object({
  id: z.string(),
  plan: z.enum(PLANS),
  limits: Limits,
  usage: Usage,
  user: User,
  role: Role,
});

export const LogQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
});
export const LogAnswer = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      at: z.int(),
      actor: z.object({ kind: z.enum(["user", "key", "operator", "system"]), id: z.string().nullable() }),
      action: z.string(),
      target: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
