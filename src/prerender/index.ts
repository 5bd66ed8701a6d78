export { describedPages } from "./described-pages";
export { publicWriter } from "./core/interpret";
export { pagePath } from "./core/page-path";
export type { PoolAnswer } from "./render-pool.do";
export type { RawRender } from "./core/raw-render";
export { deleteSnapshots, readSnapshot } from "./read-snapshot";
export { renderRaw } from "./render-raw";
