import { DAY_MS } from "../../../lib/time/time";

/** How many domains an account may add in a day, removed ones included: each removal leaves a purge behind. */
export interface Turnover {
  most: number;
  /** Domains added after this time count (epoch ms). */
  since: number;
}

/** Three times the plan's domains, and at least ten. */
export function turnoverOf(domainLimit: number, now: number): Turnover {
  return { most: Math.max(10, 3 * domainLimit), since: now - DAY_MS };
}
