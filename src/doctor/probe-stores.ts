import { openDb } from "../db/client";
import type { Bindings } from "../env";
import type { DoctorProbe } from "./core/checkup";
import { clockOffset } from "./core/clock-offset";
import { tryBucket, type BucketName } from "./doctor-bucket";
import { tryKv } from "./doctor-kv";
import { tryDatabase } from "./doctor-repo";
import { clockOutcome } from "./probe-object";
import { tryProbe, WORKS, type ProbeOutcome } from "./try-probe";

const BUCKETS: readonly BucketName[] = ["SNAPSHOTS", "ARCHIVE"];
const STALE: ProbeOutcome = { state: "fails", reason: "stale" };

/** Writes to D1, KV and R2, reads it and deletes it again. */
export async function probeStores(env: Bindings, id: string): Promise<DoctorProbe[]> {
  const all = await Promise.all([
    probeDatabase(env, id),
    tryProbe(env, { part: "kv", name: "KV", binding: "KV" }, async () => ((await tryKv(env, id)) ? WORKS : STALE)),
    ...BUCKETS.map((name) =>
      tryProbe(env, { part: "bucket", name, binding: name }, async () =>
        (await tryBucket(env, name, id)) ? WORKS : STALE,
      ),
    ),
  ]);
  return all.flat();
}

async function probeDatabase(env: Bindings, id: string): Promise<DoctorProbe[]> {
  let offset: number | null = null;
  const database = await tryProbe(env, { part: "database", name: "DB", binding: "DB" }, async () => {
    const before = Date.now();
    offset = clockOffset(await tryDatabase(openDb(env.DB), id), before, Date.now());
    return WORKS;
  });
  if (offset === null) return [database];
  return [database, await tryProbe(env, { part: "clock", name: "DB" }, async () => clockOutcome(offset!))];
}
