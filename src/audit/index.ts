export { archiveRuns } from "./archive-runs";
export { latestPage } from "./latest-page";
export { latestPages } from "./latest-pages";
export { deleteAudits } from "./delete-audits";
export { exportedRuns } from "./export-account";
export { auditUsage } from "./usage";
export { latestFinishedRun } from "./repo";
export { startScheduledRuns, sweepSilentRuns } from "./schedule-runs";
