import { MINUTE_MS } from "../lib/time/time";
import { UNIT_PRICES, COUNTED_UNITS, dollarsOf, type Units } from "./units";

/** Dollars: a hundred times what it costs to write usage down once, so that counting adds about one percent. */
export const SMALLEST_STEP = (100 * UNIT_PRICES.d1RowsWritten.price) / UNIT_PRICES.d1RowsWritten.per;

/**
 * Decides what is written down. Work worth `step` dollars or more always is. Cheaper work is with a chance in proportion
 * to its worth, and then counts for a whole step. So sums are right on average, nothing waits in memory to be lost, and
 * the number of writes follows the money that is spent.
 *
 * Each write doubles the step and each minute halves it, so a busy isolate writes about once per minute.
 */
export class Draw {
  private step = SMALLEST_STEP;
  private at = 0;

  /** What to write for these units, or null. `random`: from 0 up to 1. */
  take(units: Units, random: number, now: number): Units | null {
    const chance = dollarsOf(units) / this.stepAt(now);
    if (random >= chance) return null;
    this.step *= 2;
    return chance >= 1 ? units : times(units, 1 / chance);
  }

  private stepAt(now: number): number {
    this.step = Math.max(SMALLEST_STEP, this.step * 2 ** ((this.at - now) / MINUTE_MS));
    this.at = now;
    return this.step;
  }
}

function times(units: Units, factor: number): Units {
  const scaled: Units = {};
  for (const unit of COUNTED_UNITS) if (units[unit]) scaled[unit] = units[unit] * factor;
  return scaled;
}
