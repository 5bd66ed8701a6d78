import type { Bindings } from "../env";
import { pageKey } from "./core/page-key";
import type { SnapshotEntry } from "./core/snapshot";
import { indexOf } from "./render-page";
import { gunzip, readBody } from "./store";

/** The stored snapshot of a page: what crawlers get. Null when there is none. */
export async function readSnapshot(
  env: Pick<Bindings, "SNAPSHOT_INDEX" | "SNAPSHOTS" | "KV">,
  domainId: string,
  pathAndQuery: string,
  now: number
): Promise<{ entry: SnapshotEntry; html: string } | null> {
  const key = pageKey(pathAndQuery);
  const entry =
    key === null ? null : await indexOf(env, domainId).lookup(key, now);
  const body = entry && (await readBody(env, entry.snap));
  if (!entry || !body) return null;
  return { entry, html: await gunzip(body) };
}

/** Removes everything cached of a domain, for good: one call, however much there is. */
export async function deleteSnapshots(
  env: Pick<Bindings, "SNAPSHOT_INDEX">,
  domainId: string,
  now: number
): Promise<true> {
  await indexOf(env, domainId).invalidate(null, now);
  return true;
}
