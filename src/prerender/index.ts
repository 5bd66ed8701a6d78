export { describedPages } from "./described-pages";
export { publicWriter } from "./core/interpret";
export { pagePath } from "../lib/page-path";
export type { PoolAnswer } from "./render-pool.do";
export type { AxeResult, AxeViolation } from "./core/axe-result";
export type { LabVitals, RawRender } from "./core/raw-render";
export type { FoundPage, LandedPage } from "./snapshot-index/released";
export { indexNowKey } from "./index-now-key";
export {
  findLanded,
  findReleased,
  queueAgain,
  queueReleased,
  readReleasedPages,
  RELEASED_AT_ONCE,
  removeReleased,
} from "./released-pages";
export { deleteSnapshots, readSnapshot } from "./read-snapshot";
export { renewPages } from "./renew-pages";
export { renderRaw } from "./render-raw";
