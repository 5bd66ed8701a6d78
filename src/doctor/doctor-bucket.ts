import type { Bindings } from "../env";

type Buckets = Pick<Bindings, "SNAPSHOTS" | "ARCHIVE">;
export type BucketName = keyof Buckets;

const probeKey = (id: string) => `doctor/${id}`;

/** Writes an object, reads it and deletes it. Returns whether it read what it wrote. The doctor's object deletes it if this can't. */
export async function tryBucket(env: Buckets, name: BucketName, id: string): Promise<boolean> {
  const bucket = env[name];
  try {
    await bucket.put(probeKey(id), id);
    return (await (await bucket.get(probeKey(id)))?.text()) === id;
  } finally {
    await bucket.delete(probeKey(id));
  }
}

/** Deletes what a checkup may have left. A bucket that is not bound has nothing. */
export async function deleteProbeObjects(env: Partial<Buckets>, id: string): Promise<void> {
  await env.SNAPSHOTS?.delete(probeKey(id));
  await env.ARCHIVE?.delete(probeKey(id));
}
