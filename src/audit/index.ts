export { latestPage, type LatestPage } from "./latest-page";
export { deleteAudits } from "./delete-audits";
export { auditUsage } from "./usage";
export { latestFinishedRun, type RunRow } from "./repo";
