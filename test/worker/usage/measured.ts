import { runDurableObjectAlarm } from "cloudflare:test";
import { isolateUnits } from "../../../src/usage/meter.ts";
import { COUNTED_UNITS, type Units } from "../../../src/usage/units.ts";

/** No browser runs here, so its time means nothing. */
const MEASURED = COUNTED_UNITS.filter((unit) => unit !== "browserMs");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** So long nothing was counted when work has settled: longer than a queue waits for its batch to fill. */
const QUIET_MS = 3_500;
const MOST_MS = 60_000;

/** Waits until nothing has been counted for a while: queues are empty, and what objects put off is done. */
export async function settled(quietMs = QUIET_MS): Promise<void> {
  const endAt = Date.now() + MOST_MS;
  for (let seen = "", since = Date.now(); Date.now() < since + quietMs; await pause(50)) {
    const now = JSON.stringify(isolateUnits);
    if (now !== seen) [seen, since] = [now, Date.now()];
    if (Date.now() > endAt) throw new Error(`work does not end: ${now}`);
  }
}

/** What the work uses, with all that follows from it in queues and objects. */
export async function unitsOf(work: () => Promise<unknown>, quietMs = QUIET_MS): Promise<Units> {
  const before = { ...isolateUnits };
  await work();
  await settled(quietMs);
  return combined(isolateUnits, before, -1);
}

/** Lets an object do what it puts off, until it puts off nothing more. */
export async function runAlarms(stub: DurableObjectStub): Promise<void> {
  for (let i = 0; i < 20 && (await runDurableObjectAlarm(stub)); i++);
}

/** `left + right × factor`. */
export function combined(left: Units, right: Units, factor: number): Units {
  const sum: Units = {};
  for (const unit of MEASURED) sum[unit] = (left[unit] ?? 0) + (right[unit] ?? 0) * factor;
  return sum;
}

/** Units per piece of work, without those that it does not use. */
export function each(units: Units, pieces: number): Units {
  const per = MEASURED.map((unit) => [unit, Math.round(((units[unit] ?? 0) / pieces) * 1_000) / 1_000] as const);
  // What grows faster than the pieces leaves less than nothing for the rest.
  return Object.fromEntries(per.filter(([, amount]) => amount > 0));
}
