export { COMPARED_DAYS, isHeldBack, isRouted } from "./core/crawl-router";
export { publicWriter } from "./core/pages/interpret";
export { pagePath } from "../lib/hosts/page-path";
export type { PoolResult } from "./render/render-pool.do";
export type { AxeResult, AxeViolation } from "./core/pages/axe-result";
export type { LabVitals, RawRender } from "./core/pages/raw-render";
export type { FoundPage, LandedPage } from "./cache/released";
export { indexNowKey } from "./serve/key-file";
export {
  findLanded,
  findReleased,
  queueAgain,
  queueReleased,
  readReleasedPages,
  RELEASED_AT_ONCE,
  removeReleased,
} from "./invalidate/released-pages";
export { deleteSnapshots, describedPages, forgetSnapshots, markdownOfPage, readSnapshot } from "./pages/read-snapshot";
export { canonicalTargets, datedPages } from "./pages/dated-pages";
export { pausedPages } from "./pages/paused-pages";
export { keptVersions, keysOfUrls, watchChosen, watchCited, watchedPages } from "./pages/watched-pages";
export type { PageVersion } from "./history/version-rows";
export { exportLedger } from "./pages/export-ledger";
export { renewPages } from "./invalidate/queue-renders";
export { poolStates } from "./render/pool-states";
export { saysNotFound } from "./core/pages/soft-404";
export { renderRaw } from "./render/render-raw";
