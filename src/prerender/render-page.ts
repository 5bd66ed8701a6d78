import type { Bindings } from "../env";
import { log } from "../http/log";
import { SECOND_MS } from "../lib/time";
import { interpretRender } from "./core/interpret";
import { judgeRender, type RenderedPage } from "./core/render-guard";
import { CACHEABLE_STATUSES, type SnapshotEntry } from "./core/snapshot";
import type { PoolAnswer } from "./render-pool.do";
import type { PrerenderSite } from "./site";
import type { BeginResult, SnapshotIndex } from "./snapshot-index.do";
import { writeBody } from "./store";

const RENDER_DEADLINE_MS = 20 * SECOND_MS;
const WAIT_MS = 30 * SECOND_MS;

export type RenderEnv = Pick<Bindings, "SNAPSHOT_INDEX" | "RENDER_POOL" | "SNAPSHOTS" | "KV">;

/** stored: cached now; once: good, but not to be cached (overtaken, or a status that is not kept); failed: no usable page. */
export type RenderOutcome =
  | { kind: "stored" | "once"; entry: SnapshotEntry; body: ArrayBuffer }
  | { kind: "failed"; reason: string };

export function indexOf(env: Pick<Bindings, "SNAPSHOT_INDEX">, domainId: string): DurableObjectStub<SnapshotIndex> {
  return env.SNAPSHOT_INDEX.getByName(domainId);
}

/**
 * Renders one page and makes it the snapshot. Only one render of a page runs at a time: `joined` when another one was
 * waited for instead, and the caller should look again.
 */
export async function renderPage(
  env: RenderEnv,
  site: PrerenderSite,
  key: string,
): Promise<RenderOutcome | { kind: "joined" }> {
  const index = indexOf(env, site.domainId);
  const begun: BeginResult = await index.begin(key, Date.now());
  if ("busy" in begun) {
    await index.wait(key, WAIT_MS);
    return { kind: "joined" };
  }
  try {
    return await renderAndCommit(env, site, key, begun);
  } catch (error) {
    await index.abandon(key, begun.token);
    throw error;
  }
}

async function renderAndCommit(
  env: RenderEnv,
  site: PrerenderSite,
  key: string,
  begun: { token: string; previous: { words: number } | null },
): Promise<RenderOutcome> {
  const index = indexOf(env, site.domainId);
  const startedAt = Date.now();
  const pool = env.RENDER_POOL.getByName("pool");
  const answer = (await pool.render(site.domainId, site.originBase + key, RENDER_DEADLINE_MS)) as PoolAnswer;
  const fail = async (reason: string): Promise<RenderOutcome> => {
    await index.abandon(key, begun.token);
    log("warn", "render_rejected", { domain: site.domain, path: key, reason });
    return { kind: "failed", reason };
  };
  if (!answer.ok) return fail(answer.reason);
  const page = interpretRender(answer.page, site, Date.now() - startedAt);
  const verdict = judgeRender(page, begun.previous);
  if (!verdict.store) return fail(verdict.reason);
  const { entry, body } = await store(env, page, startedAt);
  if (!CACHEABLE_STATUSES.has(page.status)) {
    await index.abandon(key, begun.token);
    return { kind: "once", entry, body };
  }
  const accepted = await index.commit(key, begun.token, entry, Date.now());
  return { kind: accepted ? "stored" : "once", entry, body };
}

async function store(
  env: RenderEnv,
  page: RenderedPage,
  startedAt: number,
): Promise<{ entry: SnapshotEntry; body: ArrayBuffer }> {
  const { body, ...written } = await writeBody(env, page.html);
  const headers = page.location === null ? page.headers : { ...page.headers, location: page.location };
  const entry = {
    ...written,
    status: page.status,
    createdAt: startedAt,
    renderMs: page.renderMs,
    words: page.words,
    headers,
  };
  return { entry, body };
}
