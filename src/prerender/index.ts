export { describedPages } from "./described-pages";
export { publicWriter } from "./core/interpret";
export { pagePath } from "../lib/page-path";
export type { PoolAnswer } from "./render-pool.do";
export type { LabVitals, RawRender } from "./core/raw-render";
export { deleteSnapshots, readSnapshot } from "./read-snapshot";
export { renewPages } from "./renew-pages";
export { renderRaw } from "./render-raw";
