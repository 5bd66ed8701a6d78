export { latestPage, type LatestPage } from "./latest-page";
export { deleteRuns, latestFinishedRun, type RunRow } from "./repo";
