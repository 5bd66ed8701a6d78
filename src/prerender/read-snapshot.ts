import type { Bindings } from "../env";
import { pagePath } from "./core/page-path";
import type { SnapshotEntry } from "./core/snapshot";
import { indexOf } from "./render-page";
import { gunzip, readStoredBody } from "./store";

/** The stored snapshot of a page: what crawlers get. Null when there is none. */
export async function readSnapshot(
  env: Pick<Bindings, "SNAPSHOT_INDEX" | "SNAPSHOTS" | "KV">,
  domainId: string,
  pathAndQuery: string,
  now: number,
): Promise<{ entry: SnapshotEntry; html: string } | null> {
  const path = pagePath(pathAndQuery);
  const entry = path === null ? null : await indexOf(env, domainId).lookup(path, now);
  const body = entry && (await readStoredBody(env, entry.snap));
  if (!entry || !body) return null;
  return { entry, html: await gunzip(body) };
}

/** Removes everything cached of a domain, for good: one call, however much there is. */
export async function deleteSnapshots(
  env: Pick<Bindings, "SNAPSHOT_INDEX">,
  domainId: string,
  now: number,
): Promise<true> {
  await indexOf(env, domainId).invalidate(null, now);
  return true;
}
