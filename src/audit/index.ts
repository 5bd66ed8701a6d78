export { archiveRuns } from "./archive-runs";
export { latestPage, type LatestPage } from "./latest-page";
export { latestPages, type LatestPages } from "./latest-pages";
export { deleteAudits } from "./delete-audits";
export { auditUsage } from "./usage";
export { latestFinishedRun, type RunRow } from "./repo";
export { startScheduledRuns, sweepSilentRuns } from "./schedule-runs";
