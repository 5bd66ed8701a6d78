import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import type { SnapshotEntry } from "../core/snapshot";
import { indexOf } from "./index-of";
import { copyBody, readStoredBody } from "./snapshot-bucket";

type ReadEnv = Pick<Bindings, "SNAPSHOT_INDEX" | "SNAPSHOTS" | "KV">;

/** A snapshot by its place in a domain's index. */
export interface SnapshotPlace {
  domainId: string;
  key: string;
}

/**
 * The gzipped body of a snapshot that is served; null if it is lost. The index hears of a read from R2, after the
 * response, and orders a copy in KV at the second. @throws if R2 does not respond.
 */
export async function readServedBody(
  env: ReadEnv,
  place: SnapshotPlace,
  entry: SnapshotEntry,
  defer: (work: Promise<unknown>) => void,
): Promise<ArrayBuffer | null> {
  const read = await readStoredBody(env, entry);
  if (read?.from === "bucket") defer(reportRead(env, place, entry.snap, read.body));
  return read?.body ?? null;
}

/**
 * The index records the order before the copy is written, so that a body which is removed meanwhile loses its copy too.
 * Never throws.
 */
async function reportRead(
  env: ReadEnv,
  { domainId, key }: SnapshotPlace,
  snap: string,
  body: ArrayBuffer,
): Promise<void> {
  try {
    const isOrdered = await indexOf(env, domainId).readFromBucket(key, snap, Date.now());
    if (isOrdered && (await copyBody(env, snap, body))) await indexOf(env, domainId).copyWritten(snap);
  } catch (error) {
    log("warn", "snapshot_read_not_noted", { error: String(error) });
  }
}
