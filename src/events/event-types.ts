import * as z from "zod";

/** A type of event: what its payload's `data` contains, and how it is described to people. */
interface EventType<Data extends z.ZodType> {
  /** One line for lists. */
  title: string;
  /** When it happens, and how often. */
  description: string;
  data: Data;
  example: z.input<Data>;
  /** The event as one sentence, for chats. */
  text: (data: z.output<Data>) => string;
}

const define = <Data extends z.ZodType>(type: EventType<Data>) => type;

const day = z.string().describe("`yyyy-mm-dd`, UTC");
const domain = z.string().describe("The domain that the event concerns");
const runId = z.string().describe("The audit's id");
const provider = z.string().describe("Who runs the crawler, such as `openai`");
const kind = z.string().describe("What the crawler is for, such as `llm-search`");
const percent = z.number().describe("Percent of the answers that name the brand, over seven days");

const EXAMPLE_DOMAIN = "www.example.com";
const EXAMPLE_RUN = "5f0c6a0e-6c1b-4f1e-9d0a-2b7a3f1c8e55";
const EXAMPLE_DAY = "2026-11-21";

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;

/**
 * Every event that the service announces. Validation of payloads, the API description, docs/webhooks.md and the texts
 * for chats come from this table. A type or field is never renamed or removed, because receivers depend on it.
 */
export const EVENT_TYPES = {
  "audit.ended": define({
    title: "An audit ended",
    description: "Once per audit, however it ended: finished, stopped by a limit, cancelled or failed.",
    data: z.object({
      domain,
      runId,
      status: z.enum(["success", "limit_reached", "partial", "error"]),
      closeReason: z.string().nullable(),
      trigger: z.string().describe("`manual` or `schedule`"),
      pagesCrawled: z.int(),
      healthScore: z.number().nullable().describe("0 to 100; null if the audit has no score"),
      deltaHealth: z.number().nullable().describe("Change since the previous audit"),
      issueCount: z.int().nullable(),
      deltaIssues: z.int().nullable(),
      errorMessage: z.string().nullable(),
    }),
    example: {
      domain: EXAMPLE_DOMAIN,
      runId: EXAMPLE_RUN,
      status: "success",
      closeReason: "finished",
      trigger: "schedule",
      pagesCrawled: 412,
      healthScore: 87.5,
      deltaHealth: -1.5,
      issueCount: 96,
      deltaIssues: 4,
      errorMessage: null,
    },
    text: ({ domain: name, status, pagesCrawled, healthScore, issueCount }) =>
      `The audit of ${name} ended (${status}): ${counted(pagesCrawled, "page")}` +
      (healthScore === null ? "." : `, score ${healthScore}, ${counted(issueCount ?? 0, "issue")}.`),
  }),
  "audit.new_errors": define({
    title: "An audit found new errors",
    description:
      "Errors that the previous audit did not have, on pages that both audits saw or on the whole site. At most once per audit.",
    data: z.object({
      domain,
      runId,
      total: z.int().describe("Kinds of errors that are new"),
      errors: z
        .array(z.object({ id: z.string().describe("The check's id"), title: z.string(), pages: z.int() }))
        .describe("At most 50; `pages`: pages of this audit with the error, 0 for errors of the whole site"),
    }),
    example: {
      domain: EXAMPLE_DOMAIN,
      runId: EXAMPLE_RUN,
      total: 1,
      errors: [{ id: "missing_title", title: "The page has no title", pages: 3 }],
    },
    text: ({ domain: name, total, errors }) => {
      const shown = errors.slice(0, 3).map(({ title, pages }) => `${title} (${counted(pages, "page")})`);
      return `The audit of ${name} found ${counted(total, "new kind")} of error: ${shown.join("; ")}`;
    },
  }),
  "pages.unreadable": define({
    title: "Crawlers can no longer read some pages",
    description:
      "Pages that crawlers could read in the previous audit and can't read in this one: they fail, are blocked by robots.txt, are empty or need scripts. At most once per audit.",
    data: z.object({
      domain,
      runId,
      total: z.int(),
      pages: z
        .array(z.object({ path: z.string(), because: z.string().describe("The id of the check that failed") }))
        .describe("At most 50"),
    }),
    example: {
      domain: EXAMPLE_DOMAIN,
      runId: EXAMPLE_RUN,
      total: 2,
      pages: [
        { path: "/shoes", because: "http_5xx" },
        { path: "/boots", because: "js_only_content" },
      ],
    },
    text: ({ domain: name, total, pages }) =>
      `Crawlers can no longer read ${counted(total, "page")} of ${name}: ` +
      `${pages
        .slice(0, 3)
        .map(({ path, because }) => `${path} (${because})`)
        .join(", ")}${total > 3 ? ", …" : ""}`,
  }),
  "crawler.stopped": define({
    title: "A crawler stopped coming",
    description:
      "A crawler that came on most days has not come for several times its usual gap, at least three days. Checked once per day; sent once per stop.",
    data: z.object({
      domain,
      provider,
      kind,
      lastDay: day.describe("The last day with a visit"),
      daysSilent: z.int().describe("Whole days without a visit"),
      daysBefore: z.int().describe("Days with visits in the 28 days before it stopped"),
      visitsPerDay: z.number().describe("Visits per day in those 28 days"),
    }),
    example: {
      domain: EXAMPLE_DOMAIN,
      provider: "openai",
      kind: "llm-search",
      lastDay: EXAMPLE_DAY,
      daysSilent: 4,
      daysBefore: 27,
      visitsPerDay: 31.2,
    },
    text: ({ domain: name, provider: who, kind: what, daysSilent, visitsPerDay }) =>
      `${who} (${what}) has not visited ${name} for ${counted(daysSilent, "day")}; before that, it came ${visitsPerDay} times per day.`,
  }),
  "spoofing.seen": define({
    title: "Somebody is impersonating a crawler",
    description:
      "Visits whose user agent names a crawler that they did not come from, after a week without any. Checked every six hours.",
    data: z.object({ domain, provider, kind, day, visits: z.int().describe("Visits on that day so far") }),
    example: { domain: EXAMPLE_DOMAIN, provider: "google", kind: "search", day: EXAMPLE_DAY, visits: 240 },
    text: ({ domain: name, provider: who, kind: what, visits }) =>
      `${counted(visits, "visit")} to ${name} pretended to come from ${who} (${what}).`,
  }),
  "visibility.dropped": define({
    title: "AI answers name the brand less often",
    description:
      "A report whose visibility is lower than in the previous seven days, by more than chance explains, unless the previous report said so too.",
    data: z.object({
      domain,
      reportId: z.string(),
      day,
      visibility: percent,
      previous: percent,
      shift: z.number().nullable().describe("Change in points, comparing each prompt with itself"),
    }),
    example: {
      domain: EXAMPLE_DOMAIN,
      reportId: EXAMPLE_RUN,
      day: EXAMPLE_DAY,
      visibility: 31.5,
      previous: 44.2,
      shift: -11.9,
    },
    text: ({ domain: name, visibility, previous }) =>
      `AI answers name ${name} less often: in ${visibility}% of the answers, down from ${previous}% the week before.`,
  }),
  "report.ready": define({
    title: "A visibility report is ready",
    description: "The first report of a day. Later answers may update the report of the same day.",
    data: z.object({ domain, reportId: z.string(), day, visibility: percent, answers: z.int() }),
    example: { domain: EXAMPLE_DOMAIN, reportId: EXAMPLE_RUN, day: EXAMPLE_DAY, visibility: 44.2, answers: 86 },
    text: ({ domain: name, visibility, answers }) =>
      `The visibility report of ${name} is ready: ${visibility}% of ${counted(answers, "answer")} name the brand.`,
  }),
  "budget.used_up": define({
    title: "A daily budget is used up",
    description:
      "Sent for the first call or render that a budget refuses on a UTC day. `ai_calls` and `analysis_calls` are the account's; `browser_time` is the account's share of the service's; `new_pages` is the domain's.",
    data: z.object({
      domain: domain.nullable().describe("The domain that the event concerns; null: the whole account"),
      budget: z.enum(["ai_calls", "analysis_calls", "browser_time", "new_pages"]),
      day,
    }),
    example: { domain: null, budget: "ai_calls", day: EXAMPLE_DAY },
    text: ({ domain: name, budget, day: on }) =>
      `The budget ${budget} of ${name ?? "the account"} for ${on} is used up. Work continues on the next day (UTC).`,
  }),
  "test.ping": define({
    title: "A test",
    description: "Sent on request, to any endpoint, whatever events it subscribes to.",
    data: z.object({ domain: domain.nullable(), message: z.string() }),
    example: { domain: null, message: "This is a test." },
    text: ({ message }) => message,
  }),
} as const;

export type EventName = keyof typeof EVENT_TYPES;
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as EventName[];

/** What the payload of an event type contains. */
export type EventData<Name extends EventName> = z.output<(typeof EVENT_TYPES)[Name]["data"]>;
