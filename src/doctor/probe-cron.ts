import { openDb } from "../db/client";
import type { Bindings } from "../env";
import type { DoctorProbe } from "./core/checkup";
import { judgeTick } from "./core/judge-tick";
import { lastTick } from "./doctor-repo";
import { tryProbe } from "./try-probe";

/** Reads when a cron ticked last. */
export function probeCron(env: Bindings): Promise<DoctorProbe> {
  return tryProbe(env, { part: "cron", name: "crons", binding: "DB" }, async () => {
    const at = await lastTick(openDb(env.DB));
    if (at === null) return { state: "untried", reason: "never" };
    const { minutes, isLate } = judgeTick(at, Date.now());
    const detail = `the last tick was ${minutes} min ago`;
    return isLate ? { state: "fails", reason: "late", detail } : { state: "works", detail };
  });
}
