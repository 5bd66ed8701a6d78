import * as z from "zod";
import { queryNumber } from "../../http/query-number";
import { MAX_PATH_LENGTH } from "../core/visit-path";
import { Cursor, Domain, From, Instant, MAX_USER_AGENT, OperatorCount, To } from "../schemas";

/** No server accepts a longer header line. We only read its start. */
const MAX_REFERRER = MAX_USER_AGENT;

export const ReferralsQuery = z.object({
  domain: Domain,
  from: From,
  to: To,
  path: z
    .string()
    .max(MAX_PATH_LENGTH)
    .startsWith("/", "must start with /")
    .optional()
    .describe("Only people who came to exactly this path; its query is ignored"),
  limit: queryNumber(1, 10_000).default(1_000).describe("Paths per response, most people first"),
  cursor: Cursor,
});
export type ReferralsQuery = z.output<typeof ReferralsQuery>;

/** Page requests of people that a site counted itself, with its own ids. */
export const ReferralsBody = z.object({
  domain: z.string().min(1).max(300).describe("The visited domain; it must be verified and in your account"),
  events: z
    .array(
      z.object({
        id: z.string().min(1).max(200).describe("Your id for the page request; each id counts once per domain"),
        at: Instant.describe("Time of the request: ISO 8601 with a time zone, within the last 180 days"),
        path: z
          .string()
          .max(MAX_PATH_LENGTH)
          .startsWith("/", "must start with /")
          .describe("The requested path. Its query may name the assistant as utm_source, and is not stored"),
        referrer: z.string().max(MAX_REFERRER).optional().describe("The request's Referer; only its host is read"),
        userAgent: z.string().max(MAX_USER_AGENT).optional().describe("The request's User-Agent; crawlers are ignored"),
      }),
    )
    .min(1)
    .max(1_000)
    .describe("All are accepted, or none if one is invalid"),
});
export type ReferralsBody = z.output<typeof ReferralsBody>;

const AssistantCount = z.object({ assistant: z.string(), operator: z.string(), count: z.int() });

export const ReferralsResponse = z.object({
  total: z.int(),
  byOperator: z.array(OperatorCount),
  byAssistant: z.array(AssistantCount),
  /** What each way of counting saw. A person may be counted in two ways. */
  seenBy: z.object({ edge: z.int(), reported: z.int(), snippet: z.int() }),
  paths: z.array(z.object({ path: z.string(), total: z.int(), byOperator: z.array(OperatorCount) })),
  nextCursor: z.string().nullable(),
});

export const ReferralDaysResponse = z.object({
  daily: z.array(z.object({ date: z.string(), total: z.int(), byOperator: z.array(OperatorCount) })),
});

/** What the snippet sends. Its names are short because the snippet is. */
export const SnippetReport = z.object({
  path: z.string().max(MAX_PATH_LENGTH).startsWith("/"),
  referrer: z.string().max(253).default(""),
  utmSource: z.string().max(100).default(""),
});
