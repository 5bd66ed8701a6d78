import { beginOwnershipChecks, dropDeletedAccounts } from "../accounts";
import { pruneSessions } from "../accounts/sessions/prune-sessions";
import { pruneSignUps } from "../accounts/account/prune-sign-ups";
import { refreshRanges } from "../analytics/verify/refresh-ranges";
import { startScheduledRuns, sweepSilentRuns } from "../audit";
import { pruneDeadLetters } from "./dead-letters";
import { sendDigests } from "../automation/digest/send-digests";
import { purgeGoneWebhooks } from "../automation/webhooks/purge-webhooks";
import type { Bindings } from "../env";
import { followHostnames } from "../hostnames/follow-hostnames";
import { pruneMails } from "../mail/prune-mails";
import { requestDailyReports, sendDueReports } from "../mentions/report/report-jobs";
import { reportHealth } from "../operations/report-health";
import { keepAnswers } from "../mentions/prompts/keep-answers";
import { replayOutdated } from "../mentions/analyse/replay-analysis";
import { scheduleDuePrompts } from "../mentions/ask/schedule-due-prompts";
import { sweepRuns } from "../mentions/ask/sweep-runs";
import { resendReleased } from "./ownership";
import { pruneRecords } from "./prune-records";
import { renewAskedPages } from "./renew-domains";
import { resendPurges } from "./purge-domain";
import { sendNews } from "./send-news";
import { upkeepAllDomains, upkeepDueDomains } from "./upkeep-domains";

/**
 * One step of a job: as much due work as fits into a third of an invocation (at most about 200 queries). A job that
 * concerns many domains only finds them, and sends them to a queue in shards. `now` is the tick's scheduled time in
 * epoch ms. Returns where the next step starts, at once or after a pause, or null if nothing is left.
 */
export type JobStep = (env: Bindings, now: number, after: string | null) => Promise<string | JobPause | null>;

/** A job that can go on only later, as if its tick had come so much later. */
export interface JobPause {
  after: string | null;
  waitMs: number;
}

/** Jobs by the name used in messages. Never reuse or rename a name that is in use. */
export const JOBS = {
  resendPurges,
  resendReleased,
  dropDeletedAccounts,
  sweepSilentRuns,
  startScheduledRuns,
  scheduleDuePrompts,
  sweepRuns,
  refreshRanges,
  sendDueReports,
  requestDailyReports,
  pruneSessions,
  pruneSignUps,
  pruneMails,
  pruneDeadLetters,
  pruneRecords,
  keepAnswers,
  beginOwnershipChecks,
  replayOutdated,
  upkeepDueDomains,
  renewAskedPages,
  upkeepAllDomains,
  sendEvents: sendNews,
  purgeGoneWebhooks,
  reportHealth,
  sendDigests,
  followHostnames,
} satisfies Record<string, JobStep>;

export type JobName = keyof typeof JOBS;

/** Cron expression (wrangler.toml) → jobs. A tick queues one message per job. */
export const CRONS: Record<string, readonly JobName[]> = {
  "*/15 * * * *": [
    "resendPurges",
    "resendReleased",
    "purgeGoneWebhooks",
    "dropDeletedAccounts",
    "sendEvents",
    "sweepSilentRuns",
    "startScheduledRuns",
    "scheduleDuePrompts",
    "sweepRuns",
    "refreshRanges",
    "sendDueReports",
    "upkeepDueDomains",
    "renewAskedPages",
    "followHostnames",
    "reportHealth",
  ],
  "10 0 * * *": [
    "requestDailyReports",
    "pruneSessions",
    "pruneSignUps",
    "pruneMails",
    "pruneDeadLetters",
    "pruneRecords",
    "keepAnswers",
    "beginOwnershipChecks",
    "replayOutdated",
    "upkeepAllDomains",
    "sendDigests",
  ],
};
