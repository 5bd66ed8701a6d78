import { beginOwnershipChecks, dropDeletedAccounts } from "./accounts";
import { pruneSessions } from "./accounts/prune-sessions";
import { pruneVisits } from "./analytics/prune-visits";
import { refreshRanges } from "./analytics/verify/refresh-ranges";
import { watchRobots } from "./analytics/watch-robots";
import { archiveRuns, startScheduledRuns, sweepSilentRuns } from "./audit";
import { pruneDeadLetters } from "./dead-letters";
import type { Bindings } from "./env";
import { requestDailyReports, sendDueReports } from "./mentions/report-jobs";
import { replayOutdated } from "./mentions/replay-analysis";
import { scheduleDuePrompts } from "./mentions/schedule-due-prompts";
import { sweepRuns } from "./mentions/sweep-runs";
import { resendReleased } from "./ownership";
import { resendPurges } from "./purge-domain";

type Job = (env: Bindings, now: number) => Promise<void>;

/** Cron expression (wrangler.toml) → jobs, each run by itself. `now` is the tick's scheduled time, epoch ms. */
export const CRONS: Record<string, readonly Job[]> = {
  "*/15 * * * *": [
    resendPurges,
    resendReleased,
    dropDeletedAccounts,
    sweepSilentRuns,
    startScheduledRuns,
    scheduleDuePrompts,
    sweepRuns,
    refreshRanges,
    watchRobots,
    sendDueReports,
  ],
  "10 0 * * *": [
    archiveRuns,
    pruneVisits,
    requestDailyReports,
    pruneSessions,
    pruneDeadLetters,
    beginOwnershipChecks,
    replayOutdated,
  ],
};
