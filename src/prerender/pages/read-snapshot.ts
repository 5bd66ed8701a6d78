import type { Bindings } from "../../env";
import { pagePath } from "../../lib/hosts/page-path";
import type { SnapshotEntry } from "../core/snapshot";
import { indexOf } from "../cache/index-of";
import { gunzip, readStoredBody } from "../cache/snapshot-bucket";

/** The stored snapshot of a page, as served to crawlers; null if there is none. */
export async function readSnapshot(
  env: Pick<Bindings, "SNAPSHOT_INDEX" | "SNAPSHOTS" | "KV">,
  domainId: string,
  pathAndQuery: string,
  now: number,
): Promise<{ entry: SnapshotEntry; html: string } | null> {
  const path = pagePath(pathAndQuery);
  const entry = path === null ? null : await indexOf(env, domainId).lookup(path, now);
  const stored = entry && (await readStoredBody(env, entry));
  if (!entry || !stored) return null;
  return { entry, html: await gunzip(stored.body) };
}

/** A page as Markdown, as crawlers get it; null: it is too large. */
export async function markdownOfPage(html: string): Promise<string | null> {
  const { toMarkdown } = await import("../cache/markdown");
  return toMarkdown(html);
}

/** Permanently removes everything cached for a domain, in one call. */
export async function deleteSnapshots(
  env: Pick<Bindings, "SNAPSHOT_INDEX">,
  domainId: string,
  now: number,
): Promise<true> {
  await indexOf(env, domainId).invalidate(null, now);
  return true;
}

/** The same for a removed domain, and forgets which pages it had. */
export async function forgetSnapshots(
  env: Pick<Bindings, "SNAPSHOT_INDEX">,
  domainId: string,
  now: number,
): Promise<true> {
  await indexOf(env, domainId).forget(now);
  return true;
}

const MAX_DESCRIBED = 500;

/** Titles and descriptions of a domain's cached pages. */
export function describedPages(
  env: Pick<Bindings, "SNAPSHOT_INDEX">,
  domainId: string,
  now: number,
  limit: number = MAX_DESCRIBED,
) {
  return indexOf(env, domainId).describe(limit, now);
}
