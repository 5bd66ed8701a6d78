import * as z from "zod";
import { plainLine } from "../http/plain-line";
import { queryNumber } from "../http/query-number";
import { PLANS } from "./core/plans";

export { AuditAccess, AuditScope } from "./settings/audit-settings";
export { RenderRule, RenderRules } from "./settings/render-rule";

export const Password = z.string().min(8).max(128);
export const Email = z.email().max(254).describe("The user's email for sign-in; unique per user");
export const UserName = plainLine(z.string().trim().min(1).max(120))
  .optional()
  .describe("Display name; the email by default");

export const AccountBody = z.object({
  email: Email,
  password: Password.describe("The owner's password"),
  name: UserName,
  plan: z.enum(PLANS).describe("The plan, which sets the limits"),
});

export const User = z.object({ id: z.string(), email: z.string(), name: z.string() });

export const DeleteBody = z.strictObject({
  password: z.string().min(1).max(128).describe("The owner's own password"),
  confirm: z.literal("delete").describe("The word `delete`; this can't be undone"),
});

const count = z.int().min(0).max(1_000_000_000);
const LimitsBody = z
  .strictObject({
    audits: z.boolean().describe("Access to audits"),
    apiKeys: z.boolean().describe("Use of API keys for audits, analytics and AI mentions; every plan may make keys"),
    pagesPerRun: count.describe("Pages per audit"),
    onDemandAuditsPerMonth: count.describe("Audits started on demand per UTC calendar month"),
    pagesPerMonth: count.describe("Audited pages per UTC calendar month"),
    prompts: count.describe("Monitoring prompts, active or not"),
    domains: count.describe("Domains, verified or not"),
    webhooks: count.describe("Webhooks"),
    answersPerDay: count.describe("Calls to AI providers per UTC day"),
    requestsPerMinute: count.describe(
      "Requests per minute for each key or session; three times as many for a user's sessions together, and ten times for an account's keys and members",
    ),
    historyDays: count.describe(
      "Days that audits, answers and visibility reports are kept; the latest finished audit of a domain always is",
    ),
  })
  .partial();

export const AccountPatch = z
  .strictObject({
    plan: z.enum(PLANS).optional().describe("The new plan"),
    limits: LimitsBody.optional().describe("Limits that override those of the plan; omitted limits stay unchanged"),
  })
  .refine((body) => body.plan !== undefined || body.limits !== undefined, "give plan, limits or both");

export const KeyBody = z.object({
  name: plainLine(z.string().trim().min(1).max(120)).describe("A name that identifies the key"),
  domain: z
    .string()
    .min(1)
    .max(300)
    .nullish()
    .describe("The account's domain that the key is limited to; null or omitted: all domains"),
});
export const StatsTokenBody = z.object({
  domain: z.string().min(1).max(300).describe("The account's domain whose analytics the token can read"),
});
export const IdParam = z.object({ id: z.string().min(1).describe("The id from the list") });

const Limits = z.object({
  audits: z.boolean(),
  apiKeys: z.boolean(),
  pagesPerRun: z.int(),
  onDemandAuditsPerMonth: z.int(),
  pagesPerMonth: z.int(),
  prompts: z.int(),
  domains: z.int(),
  webhooks: z.int(),
  answersPerDay: z.int(),
  requestsPerMinute: z.int(),
  historyDays: z.int(),
});

export const AccountCreated = z.object({ accountId: z.string(), userId: z.string() });
export const AdminAccount = z.object({
  id: z.string(),
  plan: z.enum(PLANS),
  limits: Limits,
  overrides: Limits.partial(),
  createdAt: z.int(),
  suspendedAt: z.int().nullable(),
  suspendedReason: z.string().nullable(),
  deletedAt: z.int().nullable().describe("Set while a deleted account's data is being purged"),
});
export const AdminAccountList = z.object({ accounts: z.array(AdminAccount), nextCursor: z.string().nullable() });
export const KeyCreated = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string().nullable(),
  prefix: z.string(),
  key: z.string(),
});
export const StatsTokenCreated = z.object({ id: z.string(), domain: z.string(), token: z.string() });

const Role = z.enum(["owner", "member"]);
export const MemberBody = z
  .object({
    email: Email,
    password: Password.optional().describe(
      "The user's first password; omitted: they choose one on the page of the mailed link",
    ),
    name: UserName,
    role: Role.describe("An `owner` can change the account; a `member` can't"),
    domains: z
      .array(z.string().min(1).max(300))
      .max(200)
      .nullable()
      .default(null)
      .describe("Domains that the member is restricted to; null: all of the account's domains, as for an owner"),
  })
  .refine((body) => body.role === "member" || body.domains === null, {
    path: ["domains"],
    error: "an owner has access to all domains; leave this null",
  });
export type MemberBody = z.infer<typeof MemberBody>;
export const UserParam = z.object({
  userId: z.string().min(1).max(100).describe("The user's id from the list of members"),
});
export const MemberResponse = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string(),
  role: Role,
  domains: z.array(z.string()).nullable(),
  createdAt: z.int(),
  pending: z.boolean().describe("Invited, and has not joined yet"),
});
export const MemberList = z.object({ members: z.array(MemberResponse) });

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

/** How much of the plan's limits is used: monthly counts are for this UTC month, the others for now. */
export const AccountUsage = z.object({
  month: z.string(),
  onDemandAuditsPerMonth: z.int(),
  pagesPerMonth: z.int(),
  prompts: z.int(),
  domains: z.int(),
});
export type AccountUsage = z.infer<typeof AccountUsage>;
export const AccountResponse = z.object({
  id: z.string(),
  plan: z.enum(PLANS),
  limits: Limits,
  usage: AccountUsage,
  left: AccountUsage.omit({ month: true }).describe(
    "What the account has left of these limits, whatever used it; for a restricted member too",
  ),
  user: User,
  role: Role,
});

export const LogQuery = z.object({
  limit: queryNumber(1, 500).default(100).describe("Entries per response"),
  cursor: z.string().max(200).optional().describe("nextCursor of the previous response"),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_]+(?:\.[a-z_]+)?$/, "must be an action or its area")
    .optional()
    .describe("Only this action, such as `api_key.created`, or all of an area, such as `api_key`"),
});
export const LogResponse = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      at: z.int(),
      actor: z.object({ kind: z.enum(["user", "key", "connection", "operator", "system"]), id: z.string().nullable() }),
      action: z.string(),
      target: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
