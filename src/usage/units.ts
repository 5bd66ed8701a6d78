/**
 * The platform's units that the service pays for, with list prices in dollars of the Workers Paid plan. `included` comes with the
 * plan each month. bench/capacity.ts and the operator's usage read this one table, so it imports nothing.
 */
interface Price {
  /** How many units cost `price`. */
  per: number;
  price: number;
  included: number;
  /** The month in which the list price was read. */
  asOf: "2026-05" | "2026-08";
}

/** Units that the service counts while it runs. */
export const UNIT_PRICES = {
  /** HTTP requests to the Worker. Calls of objects, queues and crons are not billed as such. */
  requests: { per: 1e6, price: 0.3, included: 10e6, asOf: "2026-08" },
  /** Rows that D1 reports in `meta`, one more per index touched. */
  d1RowsRead: { per: 1e6, price: 0.001, included: 25e9, asOf: "2026-08" },
  d1RowsWritten: { per: 1e6, price: 1, included: 50e6, asOf: "2026-08" },
  /** Calls of Durable Objects and their alarms. */
  objectCalls: { per: 1e6, price: 0.15, included: 1e6, asOf: "2026-08" },
  /** Rows that cursors of an object's SQLite report; its stored values and alarms count as one row each. */
  objectRowsRead: { per: 1e6, price: 0.001, included: 25e9, asOf: "2026-08" },
  objectRowsWritten: { per: 1e6, price: 1, included: 50e6, asOf: "2026-08" },
  kvReads: { per: 1e6, price: 0.5, included: 10e6, asOf: "2026-08" },
  kvWrites: { per: 1e6, price: 5, included: 1e6, asOf: "2026-08" },
  kvDeletes: { per: 1e6, price: 5, included: 1e6, asOf: "2026-08" },
  /** Writes and lists of R2. */
  r2ClassA: { per: 1e6, price: 4.5, included: 1e6, asOf: "2026-08" },
  /** Reads of R2. */
  r2ClassB: { per: 1e6, price: 0.36, included: 10e6, asOf: "2026-08" },
  /** Writing, reading and deleting a message, each per 64 KB begun; a further attempt reads again. */
  queueOps: { per: 1e6, price: 0.4, included: 1e6, asOf: "2026-08" },
  /** Milliseconds that browsers are open, divided among the renders in them. */
  browserMs: { per: 3.6e6, price: 0.09, included: 36e6, asOf: "2026-05" },
} satisfies Record<string, Price>;

/** Units that the platform measures and a script can't see. */
export const UNSEEN_PRICES = {
  cpuMs: { per: 1e6, price: 0.02, included: 30e6, asOf: "2026-08" },
  /** While an object is in memory and can't sleep, at 128 MB. */
  objectGbSeconds: { per: 1e6, price: 12.5, included: 400e3, asOf: "2026-08" },
  d1Gb: { per: 1, price: 0.75, included: 5, asOf: "2026-08" },
  objectGb: { per: 1, price: 0.2, included: 5, asOf: "2026-08" },
  kvGb: { per: 1, price: 0.5, included: 1, asOf: "2026-08" },
  r2Gb: { per: 1, price: 0.015, included: 10, asOf: "2026-08" },
  /** Browsers open at once, the mean of the daily peaks. */
  browsers: { per: 1, price: 2, included: 10, asOf: "2026-05" },
} satisfies Record<string, Price>;

/** Dollars per month of the plan itself. */
export const BASE_FEE = 5;

export type CountedUnit = keyof typeof UNIT_PRICES;
export type Units = Partial<Record<CountedUnit, number>>;

export const COUNTED_UNITS = Object.keys(UNIT_PRICES) as CountedUnit[];

/** What these units cost at list prices, in dollars; what the plan includes is not subtracted. */
export function dollarsOf(units: Units): number {
  let dollars = 0;
  for (const unit of COUNTED_UNITS) dollars += ((units[unit] ?? 0) / UNIT_PRICES[unit].per) * UNIT_PRICES[unit].price;
  return dollars;
}

export function addUnits(sum: Units, more: Units): void {
  for (const unit of COUNTED_UNITS) if (more[unit]) sum[unit] = (sum[unit] ?? 0) + more[unit];
}
