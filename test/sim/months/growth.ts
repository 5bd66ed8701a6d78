import type { Stored } from "./stored";

/**
 * What may grow for as long as a simulation lasts, and where docs/storage.md says until when. Everything else must have stopped
 * growing after the first year.
 */
export const KEPT_LONGER: Readonly<Record<string, string>> = {
  "D1 action_log": "25 months",
  "D1 audit_usage": "25 months: billing record",
  "D1 call_month": "25 months: billing record",
  "D1 service_usage": "25 months",
  "D1 platform_usage": "25 months",
  "DEPLOY_LEDGER deploy": "the last 100",
  "DEPLOY_LEDGER deploy_ref": "those of the last 100 deploys",
  "SNAPSHOT_INDEX ledger": "roots and signatures as long as the domain, what they cover 180 days",
};

/** A store that holds less can't be a concern, and its size changes by single rows. */
const LEAST_BYTES = 4_096;
/** Sizes differ from month to month: what is kept for 90 days has 89 to 92 of them. */
const TOLERANCE = 0.15;

/** A store's bytes at the end of each month, and whether it grew when it should not. */
export interface Growth {
  name: string;
  /** Rows and bytes at the end of the last month. */
  rows: number;
  bytes: number;
  /** The mean of the last six months over that of the six before; null: too short to tell. */
  ratio: number | null;
  grows: boolean;
  /** Why it may. */
  kept: string | null;
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

/** Judges each store by its sizes at the end of each month. */
export function growthOf(months: readonly Stored[]): Growth[] {
  const names = new Set(months.flatMap((month) => [...month.keys()]));
  return [...names].sort().map((name) => {
    const bytes = months.map((month) => month.get(name)?.bytes ?? 0);
    const [earlier, later] = [mean(bytes.slice(-12, -6)), mean(bytes.slice(-6))];
    const ratio = months.length < 18 ? null : later / Math.max(1, earlier);
    const kept = KEPT_LONGER[name] ?? null;
    const isLarger = ratio !== null && later > LEAST_BYTES && ratio > 1 + TOLERANCE;
    const rows = months.at(-1)?.get(name)?.rows ?? 0;
    return { name, rows, bytes: bytes.at(-1)!, ratio, grows: isLarger && kept === null, kept };
  });
}
