import type { SnapshotEntry } from "../../../src/prerender/core/snapshot";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { packBody, writeBody } from "../../../src/prerender/cache/snapshot-bucket";
import { env } from "./api.ts";

/** The index of a verified domain. */
export async function indexOf(host: string): Promise<DurableObjectStub<SnapshotIndex>> {
  const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ? AND verified_at IS NOT NULL")
    .bind(host)
    .first<{ id: string }>();
  return env.SNAPSHOT_INDEX.getByName(row!.id);
}

/** Changes a domain's row in D1 and drops the copy that serving reads, as a change through the API does. */
export async function setDomain(host: string, assignment: string, ...values: string[]): Promise<void> {
  await env.DB.prepare(`UPDATE domain SET ${assignment} WHERE domain = ?`)
    .bind(...values, host)
    .run();
  await env.KV.delete(`host:${host}`);
}

/** Puts a snapshot into the cache like a render does. */
export async function cache(
  host: string,
  path: string,
  html: string,
  change: Partial<SnapshotEntry> = {},
): Promise<void> {
  const index = await indexOf(host);
  const begun = (await index.begin(path, Date.now())) as { token: string };
  const { body, ...packed } = await packBody(html);
  await writeBody(env, packed.snap, body);
  await index.commit(
    path,
    begun.token,
    { ...packed, status: 200, createdAt: Date.now(), renderMs: 9, words: 50, headers: {}, ...change },
    Date.now(),
  );
}
