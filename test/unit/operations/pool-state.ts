import type { PoolFacts } from "../../../src/operations/core/health-facts";

/** A pool with a browser, eight tabs and nothing to do. */
export const IDLE_POOL: NonNullable<PoolFacts["state"]> = {
  hasBrowser: true,
  rendering: 0,
  waiting: 0,
  tabs: 8,
  places: 100,
  noBrowserSince: null,
};
