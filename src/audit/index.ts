export { archiveRuns } from "./runs/archive-runs";
export { latestPage } from "./runs/latest-page";
export { latestPages } from "./runs/latest-pages";
export { deleteAudits } from "./runs/delete-audits";
export { countAuditUsage } from "./runs/count-audit-usage";
export { latestFinishedRun } from "./runs/repo";
export { startScheduledRuns, sweepSilentRuns } from "./runs/start-scheduled-runs";
export { exportedRuns } from "./runs/exported-runs";
export { AuditShard, startDueAudits } from "./runs/start-due-audits";
