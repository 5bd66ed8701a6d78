import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { PROVIDERS, type Provider } from "../../lib/ai-providers";
import { account, domain } from "./accounts";

export const prompt = sqliteTable(
  "prompt",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    promptText: text("prompt_text").notNull(),
    intent: text("intent", { enum: ["info", "trans", "comm"] }).notNull(),
    active: integer("active").notNull().default(1),
    /** JSON array of providers, in the contract's order. */
    providers: text("providers", { mode: "json" }).$type<Provider[]>().notNull(),
    /** Comma-separated without spaces; empty if there are none. */
    tags: text("tags").notNull().default(""),
    /** JSON text; `{}` if no location was given. */
    personaLocation: text("persona_location").notNull().default("{}"),
    monitorInterval: text("monitor_interval", { enum: ["dynamic", "weekly", "monthly"] }).notNull(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("prompt_account").on(table.accountId), index("prompt_domain").on(table.domainId, table.createdAt)],
);

/** When each provider is queried next, and the state of the dynamic interval (rules: core/dynamic-interval.ts). */
export const promptSchedule = sqliteTable(
  "prompt_schedule",
  {
    promptId: text("prompt_id")
      .notNull()
      .references(() => prompt.id, { onDelete: "cascade" }),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    /** Epoch ms. It also names the slot of the run that becomes due then. */
    nextRunAt: integer("next_run_at").notNull(),
    /** 0 (every 6 h) to 4 (deep rotation). */
    level: integer("level").notNull().default(2),
    streak: integer("streak").notNull().default(0),
    ewma: real("ewma").notNull().default(0),
    /** `createdAt` of the newest run with an answer that has left `prompt_run`. */
    settledGoodAt: integer("settled_good_at"),
    /** Failed runs since the last success. */
    failStreak: integer("fail_streak").notNull().default(0),
    /** Runs created before this time say nothing about the prompt in its current form. */
    baselineFrom: integer("baseline_from").notNull().default(0),
    /**
     * `createdAt` of the newest run that updated this row, so that processing a run twice or out of order changes
     * nothing.
     */
    learntUntil: integer("learnt_until").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.promptId, table.provider] }),
    index("prompt_schedule_due").on(table.nextRunAt),
  ],
);

/**
 * One prompt sent to one provider: where the run stands. What the provider said and what the analysis found are in the
 * domain's object (mentions/answers). A run that ended leaves this table after some days and goes on there.
 */
export const promptRun = sqliteTable(
  "prompt_run",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    domainId: text("domain_id")
      .notNull()
      .references(() => domain.id, { onDelete: "cascade" }),
    promptId: text("prompt_id")
      .notNull()
      .references(() => prompt.id, { onDelete: "cascade" }),
    provider: text("provider", { enum: PROVIDERS }).notNull(),
    /** `create`, or the due time in ISO 8601. There is one run per slot, however often the cron fires. */
    slot: text("slot").notNull(),
    /** The UTC day of `createdAt`. */
    dateUtc: text("date_utc").notNull(),
    status: text("status", { enum: ["queued", "running", "answered", "ok", "error"] }).notNull(),
    /** The time that the run belongs to: that of the request, or of the cron tick that found it due. */
    createdAt: integer("created_at").notNull(),
    /** Wall-clock time after which a run without an answer ends as an error. */
    deadlineAt: integer("deadline_at").notNull(),
    /** Requests made to the provider, including one in progress. The last of them gave the answer. */
    attempts: integer("attempts").notNull().default(0),
    /** No request before this wall-clock time. */
    nextAt: integer("next_at").notNull().default(0),
    /** Random token of the one worker that holds the run, and until when it holds it. */
    claim: text("claim"),
    leaseUntil: integer("lease_until").notNull().default(0),
    /** When the answer was accepted. Null: there is none, whatever the domain's object holds. */
    answeredAt: integer("answered_at"),
    analysisAttempts: integer("analysis_attempts").notNull().default(0),
    /** Machine-readable code for why the run ended as an error. */
    errorCode: text("error_code"),
    errorText: text("error_text"),
    finishedAt: integer("finished_at"),
    /** A scraping service's job that works on the answer, as JSON (ask/job.ts). Null: none. */
    job: text("job"),
  },
  (table) => [
    uniqueIndex("prompt_run_slot").on(table.promptId, table.provider, table.slot),
    index("prompt_run_domain").on(table.domainId, table.dateUtc, table.createdAt),
    // By a column that changes once: an index on the status would be written at each step of a run.
    index("prompt_run_open")
      .on(table.nextAt)
      .where(sql`finished_at IS NULL`),
  ],
);

/** What D1 knows of a domain's answers, which are in its object. There is a row once an answer was analysed. */
export const domainAnswers = sqliteTable("domain_answers", {
  domainId: text("domain_id")
    .primaryKey()
    .references(() => domain.id, { onDelete: "cascade" }),
  /**
   * Identifies the rules, brand, aliases and competitors that all analyses of the domain used; empty if they may differ.
   * `mark` grows with each analysis that used others.
   */
  rulesKey: text("rules_key").notNull().default(""),
  mark: integer("mark").notNull().default(0),
  /** Runs of days up to this one (`yyyy-mm-dd`) are in the object alone. */
  settledTo: text("settled_to").notNull().default(""),
  /** JSON array of deleted prompts whose answers the object may still hold. */
  gone: text("gone").notNull().default("[]"),
});

/** Columns of a ledger of calls. Each call's row is written before the call is made. */
const ledger = {
  before: {
    runId: text("run_id").notNull(),
    /** 1 for the first attempt. */
    attempt: integer("attempt").notNull(),
    /** 1, or more if the provider paused and asked us to continue (Anthropic's pause_turn). */
    turn: integer("turn").notNull().default(1),
    accountId: text("account_id").notNull(),
  },
  after: {
    /** `dateUtc` of the run: the day whose budget the call counts against. */
    day: text("day").notNull(),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at"),
    /** ok, or the kind of error; null if the process ended before the response arrived. */
    outcome: text("outcome"),
    inputTokens: integer("input_tokens"),
    outputTokens: integer("output_tokens"),
    searches: integer("searches"),
  },
};

/** The ledger of calls that ask the prompts. */
export const providerCall = sqliteTable(
  "provider_call",
  { ...ledger.before, provider: text("provider", { enum: PROVIDERS }).notNull(), ...ledger.after },
  (table) => [
    primaryKey({ columns: [table.runId, table.attempt, table.turn] }),
    index("provider_call_day").on(table.accountId, table.day),
  ],
);

/**
 * The ledger of calls that ask a language model to judge answers. Its budget is separate from that of the calls that ask the
 * prompts. The judge need not be one of the providers.
 */
export const analysisCall = sqliteTable(
  "analysis_call",
  { ...ledger.before, provider: text("provider").notNull(), ...ledger.after },
  (table) => [
    primaryKey({ columns: [table.runId, table.attempt, table.turn] }),
    index("analysis_call_day").on(table.accountId, table.day),
  ],
);

/** What is left of old calls: how many an account made in a month, and what they used. */
export const callMonth = sqliteTable(
  "call_month",
  {
    accountId: text("account_id").notNull(),
    /** `yyyy-mm`, of the days that the calls counted against. */
    month: text("month").notNull(),
    ledger: text("ledger", { enum: ["answers", "analysis"] }).notNull(),
    provider: text("provider").notNull(),
    calls: integer("calls").notNull(),
    /** Calls whose outcome was `ok`. */
    answered: integer("answered").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    searches: integer("searches").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.month, table.ledger, table.provider] })],
);

/** One row per failing provider. Calls wait until `openUntil`; then one test call is let through. */
export const providerBreaker = sqliteTable("provider_breaker", {
  provider: text("provider", { enum: PROVIDERS }).primaryKey(),
  /** Outage-like failures since the last success. */
  failures: integer("failures").notNull(),
  openUntil: integer("open_until").notNull(),
  /** When the first failure since the last success was recorded. */
  failingSince: integer("failing_since"),
});

/** A domain with a pending report. It is made when the last run of its window has ended, or immediately if `forced`. */
export const reportDue = sqliteTable("report_due", {
  domainId: text("domain_id")
    .primaryKey()
    .references(() => domain.id, { onDelete: "cascade" }),
  /** `waiting`, or who makes a report of it: see repo/reports.ts. */
  mark: text("mark").notNull(),
  forced: integer("forced").notNull().default(0),
});
