import * as z from "zod";
import { queryNumber } from "../../http/query-number";
import { normalizeDomain } from "../../lib/hosts/domain";
import { hasCredentials } from "../../lib/hosts/url";
import { ParameterName } from "./parameter-name";
import { AuditAccess, AuditExtractors, AuditScope } from "./audit-settings";
import { RenderRules } from "./render-rule";
import { plainLine } from "../../http/plain-line";
import { wholeNumber } from "./whole-number";

const URL_ERROR = "must be an absolute http or https URL";
const isPublic = (url: string) => !hasCredentials(url);
const CREDENTIALS_ERROR =
  "must not contain a user name or password, which members would see; for a site behind a password, set auditAccess and the headers of a render rule";
const httpUrl = z
  .url({ protocol: /^https?$/, error: URL_ERROR })
  .max(2048)
  .refine(isPublic, CREDENTIALS_ERROR);
const sitemapUrl = z
  .url({ protocol: /^https?$/, normalize: true, error: URL_ERROR })
  .max(2048)
  .refine(isPublic, CREDENTIALS_ERROR);
const Name = plainLine(z.string().trim().min(1, "must not be empty").max(120));

const ORIGIN =
  "Where the site is served from; only scheme and host are used. Default: the domain itself. An origin outside the domain's registered name is used only after verification finds the file or the meta tag there too";
const SITEMAP =
  "The domain's sitemap, for audits and prewarming; by default, robots.txt and the usual locations are tried";
const BRAND = "The brand to look for in AI answers; by default, the domain's name";

const CATEGORY =
  "What the brand offers, such as `CRM, sales software`; near a name that is an everyday word, it shows that the brand is meant";
const SCOPE =
  "Limits of the audits that start automatically. They start at the home page, or at the fixed beginning of each `include` pattern if the home page is outside";
const ACCESS =
  "Headers and basic authentication for a site that is not public. Stored encrypted and never returned; sent only to the domain and its origin, over https unless the host is local";
const Category = plainLine(z.string().trim().max(200)).describe(CATEGORY);
const Phrases = z
  .array(Name)
  .max(50)
  .describe("Phrases that contain the name and mean something else, such as `linear regression`; they are not counted");

const EXTERNAL_ID =
  "Your own id for the domain, unique in the account, such as your customer's number; lists can be filtered by it";
export const ExternalId = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{C}*$/u, "must not contain control characters");
const CUSTOM_HOSTNAME =
  "Makes the domain a custom hostname of the service's zone at Cloudflare, so that its owner only sets a CNAME record; true for a new domain if the operator has set that up";

const Competitor = z.object({
  name: Name.describe("The competitor's name, as it appears in answers"),
  siteUrl: httpUrl.optional().describe("Its home page"),
  aliases: z.array(Name).max(20).optional().describe("Other names of the competitor"),
  category: Category.optional(),
  excludePhrases: Phrases.optional(),
});

export const DomainBody = z.object({
  domain: z
    .string()
    .min(1)
    .max(300)
    .describe("Host name such as `www.example.com`; each subdomain is a separate domain"),
  externalId: ExternalId.optional().describe(EXTERNAL_ID),
  customHostname: z.boolean().optional().describe(CUSTOM_HOSTNAME),
  origin: httpUrl.optional().describe(ORIGIN),
  sitemapUrl: sitemapUrl.optional().describe(SITEMAP),
  brandName: Name.optional().describe(BRAND),
  brandAliases: z
    .array(Name)
    .max(50)
    .optional()
    .describe("Other names of the brand; a host name counts as one of your own sites"),
  category: Category.optional(),
  excludePhrases: Phrases.optional(),
  competitors: z.array(Competitor).max(50).optional().describe("Competitors to look for in AI answers"),
  snapshotTtlHours: wholeNumber(1, 720)
    .optional()
    .describe("Hours until a snapshot is stale and rendered again on request; 24 for a new domain"),
  ignoredParameters: z
    .array(ParameterName)
    .max(50)
    .optional()
    .describe(
      "Query parameters that never change a page, in addition to the usual campaign parameters; a final `*` matches any ending",
    ),
  renderRules: RenderRules.optional().describe(
    "How the pages of some paths are rendered, at most 50 rules; the first that matches applies. A change does not remove cached pages",
  ),
  soft404: z
    .enum(["detect", "off"])
    .optional()
    .describe(
      "`detect` serves a page with status 404 if it returns 200 but its content says that it was not found; the default for a new domain",
    ),
  markdown: z.boolean().optional().describe("Serves pages as Markdown if `Accept` prefers it; false for a new domain"),
  llmsTxt: z.boolean().optional().describe("Serves a generated /llms.txt if the site has none; false for a new domain"),
  canonicalRedirects: z
    .boolean()
    .optional()
    .describe(
      "Answers a verified training crawler with a redirect (301) to the page's canonical URL on the same site; false for a new domain",
    ),
  auditFrequency: z
    .enum(["none", "daily", "weekly", "monthly"])
    .optional()
    .describe(
      "How often an audit starts automatically, beginning with the day when this was set; `none` for a new domain",
    ),
  auditRendering: z
    .enum(["auto", "all", "sample", "never"])
    .optional()
    .describe("Which pages those audits render, as `rendering` of an audit that is started; `auto` for a new domain"),
  auditScope: AuditScope.optional().describe(SCOPE),
  auditExtractors: AuditExtractors.optional().describe(
    "What audits read from every page, at most 10 fields; results have them in `extracted`",
  ),
});
export type DomainBody = z.infer<typeof DomainBody>;

/** `null` resets a setting. */
export const DomainPatch = z
  .strictObject({
    ...DomainBody.omit({ domain: true }).shape,
    externalId: ExternalId.nullish().describe(`${EXTERNAL_ID}. Null resets it`),
    origin: httpUrl.nullish().describe(`${ORIGIN}. Null resets it`),
    sitemapUrl: sitemapUrl.nullish().describe(`${SITEMAP}. Null resets it`),
    brandName: DomainBody.shape.brandName.nullable().describe(`${BRAND}. Null resets it`),
    category: Category.nullish().describe(`${CATEGORY}. Null resets it`),
    auditScope: AuditScope.nullish().describe(`${SCOPE}. Null resets it`),
    auditAccess: AuditAccess.nullish().describe(`${ACCESS}. Null removes it`),
  })
  .refine((body) => Object.keys(body).length > 0, "give at least one setting");
export type DomainPatch = z.infer<typeof DomainPatch>;

export const AdminDomainBody = DomainBody.extend({
  verified: z
    .boolean()
    .optional()
    .describe("True: the operator vouches for ownership and no proof is needed; false by default"),
});

const Verification = z.object({
  dnsTxt: z.object({ name: z.string(), value: z.string() }),
  file: z.object({ path: z.string(), content: z.string() }),
  meta: z.string(),
});

export const DomainResponse = DomainBody.required().extend({
  externalId: z.string().nullable(),
  origin: z.string().nullable(),
  sitemapUrl: z.string().nullable(),
  brandName: z.string().nullable(),
  category: z.string().nullable(),
  auditScope: AuditScope.nullable(),
  auditAccess: z
    .object({ headers: z.array(z.string()), basicAuth: z.boolean() })
    .nullable()
    .describe("The names of the headers that open the site for audits; their values are never returned"),
  warnings: z.array(z.string()).describe("What makes mentions of these names hard to count"),
  verified: z.boolean(),
  verificationMethod: z.string().nullable(),
  originProven: z.boolean().describe("False: `origin` is not used yet; verify the domain to prove it"),
  proofLostAt: z.int().nullable().describe("When the proof disappeared; after 14 days another account may take over"),
  createdAt: z.int(),
  verification: Verification,
});
export const DomainParam = z.object({ domain: z.string().min(1).max(300).describe("A domain of the account") });
/** The cursor of a list in the order of names: the last name of the previous part, or empty for the first part. */
export const DomainCursor = z
  .string()
  .max(300)
  .refine((text) => text === "" || normalizeDomain(text) === text, "use the nextCursor of the previous response")
  .default("")
  .describe("nextCursor of the previous response");
export const OneExternalId = ExternalId.optional().describe("Only the domain with this external id");
const DomainFilters = {
  externalId: OneExternalId,
  verified: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .describe("Only verified domains, or only others"),
};
export const DomainListQuery = z.object({
  ...DomainFilters,
  limit: queryNumber(1, 500)
    .default(500)
    .describe("Domains per response; fewer if they are larger than 1 MiB together"),
  cursor: DomainCursor,
});
export const DomainList = z.object({
  domains: z.array(DomainResponse),
  nextCursor: z.string().nullable().describe("Null: this was the last part, as for any list below 1 MiB"),
});
export const DomainNamesQuery = z.object({
  ...DomainFilters,
  limit: queryNumber(1, 1_000).optional().describe("Domains per response; all of them if left out"),
  cursor: DomainCursor,
});
export const DomainNamesResponse = z.object({
  domains: z.array(
    z.object({
      domain: z.string(),
      externalId: z.string().nullable(),
      verified: z.boolean().describe("Only verified domains can be audited and served"),
      brandName: z.string().nullable(),
      hostname: z
        .enum(["queued", "pending", "active", "moved", "expired", "blocked", "refused"])
        .nullable()
        .describe("The state of its custom hostname; null: it has none"),
    }),
  ),
  nextCursor: z.string().nullable().describe("Null: this was the last part"),
});

/** Domains that one request adds or verifies. */
const MOST_ADDED = 100;
const MOST_VERIFIED = 20;
/** Each entry is judged by itself, and has its own result. */
export const DomainsList = z.object({ domains: z.array(z.unknown()).min(1).max(MOST_ADDED) });
/** What a good list looks like. */
export const DomainsBody = z.object({
  domains: z
    .array(DomainBody)
    .min(1)
    .max(MOST_ADDED)
    .describe(
      "Domains to add, each as for `POST /api/account/domains`. Only a body without such a list is 400: an entry that is not of this form is refused by itself, in its place in `results`",
    ),
});
const Refused = {
  error: z.string().optional().describe("Why it was refused: a code of the API's errors"),
  message: z.string().optional(),
};
export const AddedDomains = z.object({
  results: z.array(
    z.object({
      domain: z.string().describe("As it is stored, or as it was sent if it was refused; empty if there was none"),
      externalId: z.string().nullable(),
      result: z
        .enum(["added", "exists", "refused"])
        .describe("`exists`: the account had it before, and nothing was changed"),
      ...Refused,
      verified: z.boolean().optional(),
      verification: Verification.optional(),
    }),
  ),
});
export const DomainNamesBody = z.object({
  domains: z
    .array(z.string())
    .min(1)
    .max(MOST_VERIFIED)
    .describe("Domains of the account. One that is no host name, or not the account's, has its refusal in `results`"),
});
const Attempt = z.object({ method: z.string(), ok: z.boolean(), lookedFor: z.string(), found: z.string() });
export const VerifyResponse = z.object({
  verified: z.literal(true),
  method: z.string(),
  originProven: z.literal(false).optional().describe("The origin is unproven and not used"),
  originAttempts: z.array(Attempt).optional().describe("Where we looked for the origin's proof, and what we found"),
});
export const VerifiedDomains = z.object({
  results: z.array(
    z.object({
      domain: z.string(),
      verified: z.boolean(),
      method: z.string().optional(),
      ...Refused,
      retryAfterSeconds: z.int().optional(),
      originProven: z.literal(false).optional().describe("The origin is unproven and not used"),
    }),
  ),
});
