export { archiveRuns } from "./runs/archive-runs";
export { latestPage } from "./runs/latest-page";
export { latestPages } from "./runs/latest-pages";
export { deleteAudits } from "./runs/delete-audits";
export { auditUsage } from "./runs/usage";
export { latestFinishedRun } from "./runs/repo";
export { startScheduledRuns, sweepSilentRuns } from "./runs/schedule-runs";
export { exportedRuns } from "./runs/export-account";
