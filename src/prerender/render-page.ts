import type { Bindings } from "../env";
import { log } from "../lib/log";
import { askPools } from "./ask-pools";
import { interpretRender } from "./core/interpret";
import type { BudgetRefusal } from "./core/render-budget";
import { pageOptions, ruleFor } from "./core/render-rules";
import { judgeRender, type PreviousRender, type RenderedPage } from "./core/render-guard";
import type { RenderEnd, RenderRecord, WaitEnd } from "./core/render-record";
import { CACHEABLE_STATUSES, type SnapshotEntry } from "./core/snapshot";
import type { RawRender } from "./core/raw-render";
import { JOIN_WAIT_MS, RENDER_DEADLINE_MS, waitForTabMs } from "./core/render-times";
import type { RenderPriority } from "./core/render-turns";
import type { RenderJob } from "./browser/pool";
import type { HeldPage, PoolAnswer } from "./render-pool.do";
import type { PrerenderSite } from "./site";
import type { SnapshotIndex } from "./snapshot-index.do";
import type { BeginOptions, BeginResult } from "./snapshot-index/renders";
import { packBody, writeBody } from "./store";

export type RenderEnv = Pick<Bindings, "SNAPSHOT_INDEX" | "RENDER_POOL" | "RENDER_POOLS" | "SNAPSHOTS" | "KV">;

export interface RenderOptions extends Omit<BeginOptions, "waitMs"> {
  priority: RenderPriority;
}

/**
 * stored: cached now; once: fine but not cached (`because`: its status is not kept, an invalidation overtook it, or the
 * store failed); passed: a rule lets the origin answer; joined: another render of the page was awaited; refused: the budget is used up; failed: no usable
 * page; unavailable: the pool could not take it, for reasons unrelated to the page.
 */
export type RenderOutcome =
  | { kind: "stored"; entry: SnapshotEntry; body: ArrayBuffer }
  | { kind: "once"; because: "not_kept" | "overtaken" | "store"; entry: SnapshotEntry; body: ArrayBuffer }
  | { kind: "joined"; end: WaitEnd }
  | { kind: "passed" }
  | { kind: "refused"; reason: BudgetRefusal }
  | { kind: "failed" | "unavailable"; reason: string };

export function indexOf(env: Pick<Bindings, "SNAPSHOT_INDEX">, domainId: string): DurableObjectStub<SnapshotIndex> {
  return env.SNAPSHOT_INDEX.getByName(domainId);
}

/** Renders one page and stores it as the snapshot. Only one render per page runs at a time. */
export async function renderPage(
  env: RenderEnv,
  site: PrerenderSite,
  path: string,
  options: RenderOptions,
): Promise<RenderOutcome> {
  if (ruleFor(site.rules, path)?.action === "pass") return { kind: "passed" };
  const index = indexOf(env, site.domainId);
  const begun: BeginResult = await index.begin(path, Date.now(), {
    budgeted: options.budgeted,
    replace: options.replace,
    waitMs: waitForTabMs(options.priority),
  });
  if ("found" in begun) return { kind: "joined", end: "look_again" };
  if ("busy" in begun) return { kind: "joined", end: await index.wait(path, JOIN_WAIT_MS) };
  if ("refused" in begun) return { kind: "refused", reason: begun.refused };
  try {
    return await renderAndCommit(env, site, path, begun, options.priority);
  } catch (error) {
    await index.abandon(path, begun.token);
    throw error;
  }
}

async function renderAndCommit(
  env: RenderEnv,
  site: PrerenderSite,
  path: string,
  begun: { token: string; previous: PreviousRender | null },
  priority: RenderOptions["priority"],
): Promise<RenderOutcome> {
  const index = indexOf(env, site.domainId);
  const askedAt = Date.now();
  const answer = await askPool(env, site, { path, token: begun.token }, priority);
  const startedAt = (answer.ok && answer.startedAt) || askedAt;
  const durationMs = Date.now() - startedAt;
  const raw = answer.ok ? answer.page : null;
  const page = raw && interpretRender(raw, { ...site, path }, durationMs);
  const record = (outcome: RenderEnd, reason: string | null) =>
    recordOf({ at: startedAt, durationMs, outcome, reason }, page, raw);
  const verdict = page ? judgeRender(page, begun.previous) : { store: false as const, reason: failureOf(answer) };
  if (!page || !verdict.store) {
    const { reason, smaller } = verdict as { reason: string; smaller?: { words: number; runs: number } };
    await index.abandon(path, begun.token, record(page ? "rejected" : "failed", reason), smaller ?? null);
    log("warn", "render_rejected", { domain: site.domain, path, reason });
    return { kind: isPassing(answer) ? "unavailable" : "failed", reason };
  }
  const { entry, body } = await packEntry(page, startedAt);
  if (!CACHEABLE_STATUSES.has(page.status)) {
    await index.abandon(path, begun.token, record("not_kept", `status ${page.status} is not cached`));
    return { kind: "once", because: "not_kept", entry, body };
  }
  try {
    await writeBody(env, entry.snap, body);
    const accepted = await index.commit(path, begun.token, entry, Date.now(), record("stored", noteOf(page)));
    return accepted ? { kind: "stored", entry, body } : { kind: "once", because: "overtaken", entry, body };
  } catch (error) {
    // The page was made after the request arrived, so it may be served but not cached.
    log("error", "snapshot_not_stored", { domain: site.domain, path, error: String(error) });
    await index.abandon(path, begun.token, record("failed", "the snapshot could not be stored")).catch(() => {});
    return { kind: "once", because: "store", entry, body };
  }
}

async function askPool(env: RenderEnv, site: PrerenderSite, held: HeldPage, priority: RenderPriority) {
  const job: RenderJob = {
    accountId: site.accountId,
    domainId: site.domainId,
    url: site.originBase + held.path,
    deadlineMs: RENDER_DEADLINE_MS,
    priority,
    waitMs: waitForTabMs(priority),
    options: pageOptions(ruleFor(site.rules, held.path)),
  };
  return askPools(env, job, held);
}

function isPassing(answer: PoolAnswer): boolean {
  return !answer.ok && answer.passing === true;
}

function failureOf(answer: PoolAnswer): string {
  return answer.ok ? "" : answer.reason;
}

async function packEntry(page: RenderedPage, startedAt: number): Promise<{ entry: SnapshotEntry; body: ArrayBuffer }> {
  const { body, ...packed } = await packBody(page.html);
  const headers = page.location === null ? page.headers : { ...page.headers, location: page.location };
  const { status, renderMs, words } = page;
  const { title, description, canonical = "" } = page;
  const about = { title, description, canonical };
  return { entry: { ...packed, status, createdAt: startedAt, renderMs, words, headers, about }, body };
}

/** A page that was taken although something was still under way. */
function noteOf({ pending }: RenderedPage): string | null {
  return pending ? `taken without waiting longer; pending: ${pending}` : null;
}

function recordOf(
  base: Pick<RenderRecord, "at" | "durationMs" | "outcome" | "reason">,
  page: RenderedPage | null,
  raw: RawRender | null,
): RenderRecord {
  return {
    ...base,
    status: page?.status ?? null,
    readySignal: page?.ready ?? null,
    words: page?.words ?? 0,
    failedRequests: raw?.failedRequests ?? [],
    consoleErrors: raw ? [...raw.errors, ...raw.consoleErrors] : [],
  };
}
