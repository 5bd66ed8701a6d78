import type { Bindings } from "../../env";
import { sha256Hex } from "../../lib/crypto/hash";
import { log } from "../../lib/text/log";
import { contentText } from "../core/pages/content-text";
import { twinOf, withTwinLink } from "../core/markdown-twin";
import { pageText, type KeptText } from "../core/page-text";
import { servedText, type ServedText } from "../core/served-text";
import { interpretRender } from "../core/pages/interpret";
import type { BudgetRefusal } from "../core/turns/render-budget";
import { ruleFor } from "../core/render-rules";
import { pageOfKey, screenOf, variantsOf } from "../core/variant";
import { judgeRender, type RenderedPage } from "../core/pages/render-guard";
import type { RenderEnd, RenderRecord, WaitEnd } from "../core/turns/render-record";
import { CACHEABLE_STATUSES, type SnapshotEntry } from "../core/snapshot";
import type { RawRender } from "../core/pages/raw-render";
import { ACCOUNT_TIME_USED } from "../core/turns/settle-render";
import { JOIN_WAIT_MS, waitForTabMs } from "../core/turns/render-times";
import { isSlowRender } from "../core/turns/slow-pages";
import type { RenderPriority } from "../core/turns/render-turns";
import type { PoolResult } from "./render-pool.do";
import { renderWith } from "./render-with";
import { noteBudget, type NoteEnv } from "./note-budget";
import type { PrerenderSite } from "../cache/site";
import { indexOf } from "../cache/index-of";
import type { BeginOptions, BeginResult } from "../cache/renders";
import { packBody, writeBody } from "../cache/snapshot-bucket";

export type RenderEnv = NoteEnv &
  Pick<Bindings, "SNAPSHOT_INDEX" | "RENDER_POOL" | "RENDER_POOLS" | "SNAPSHOTS" | "KV" | "AUTH_SECRET">;

export interface RenderOptions extends Omit<BeginOptions, "waitMs"> {
  priority: RenderPriority;
}

/**
 * stored: cached now; once: fine but not cached (`because`: its status is not kept, an invalidation overtook it, or the
 * store failed); passed: the rules define no snapshot of this kind; joined: another render of the page was awaited;
 * refused: the budget is used up; paused: the page's last renders used up their time; failed: no usable page; unavailable: the pool could not take it, for reasons
 * unrelated to the page.
 */
export type RenderOutcome =
  | { kind: "stored"; entry: SnapshotEntry; body: ArrayBuffer }
  | { kind: "once"; because: "not_kept" | "overtaken" | "store"; entry: SnapshotEntry; body: ArrayBuffer }
  | { kind: "joined"; end: WaitEnd }
  | { kind: "passed" | "paused" }
  | { kind: "refused"; reason: BudgetRefusal }
  | { kind: "failed" | "unavailable"; reason: string };

type BegunRender = Extract<BeginResult, { token: string }>;

/** Renders one snapshot of a page, by its cache key, and stores it. Only one render per key runs at a time. */
export async function renderPage(
  env: RenderEnv,
  site: PrerenderSite,
  key: string,
  options: RenderOptions,
): Promise<RenderOutcome> {
  const { path, variant } = pageOfKey(key);
  const rule = ruleFor(site.rules, path);
  if (rule?.action === "pass" || !variantsOf(rule).includes(variant)) return { kind: "passed" };
  const index = indexOf(env, site.domainId);
  const begun: BeginResult = await index.begin(key, Date.now(), {
    budgeted: options.budgeted,
    replace: options.replace,
    waitMs: waitForTabMs(options.priority),
  });
  if ("found" in begun) return { kind: "joined", end: "look_again" };
  if ("busy" in begun) return { kind: "joined", end: await index.wait(key, JOIN_WAIT_MS) };
  if ("refused" in begun) {
    if (begun.refused === "slow_page") return { kind: "paused" };
    if (begun.refused === "new_paths_today") await noteBudget(env, site, "new_pages", Date.now());
    return { kind: "refused", reason: begun.refused };
  }
  try {
    return await renderAndCommit(env, site, key, begun, options.priority);
  } catch (error) {
    await index.abandon(key, begun.token);
    throw error;
  }
}

async function renderAndCommit(
  env: RenderEnv,
  site: PrerenderSite,
  key: string,
  begun: BegunRender,
  priority: RenderOptions["priority"],
): Promise<RenderOutcome> {
  const index = indexOf(env, site.domainId);
  const { path, variant } = pageOfKey(key);
  const askedAt = Date.now();
  const answer = await renderWith(env, site, { path, variant }, { priority, held: { path: key, token: begun.token } });
  const startedAt = (answer.ok && answer.startedAt) || askedAt;
  const durationMs = Date.now() - startedAt;
  const raw = answer.ok ? answer.page : null;
  const page = raw && interpretRender(raw, { ...site, path }, durationMs);
  const screen = screenOf(ruleFor(site.rules, path), variant);
  const record = (outcome: RenderEnd, reason: string | null) =>
    recordOf({ at: startedAt, durationMs, outcome, reason, screen }, page, raw);
  const verdict = page ? judgeRender(page, begun.previous) : { store: false as const, reason: failureOf(answer) };
  if (!page || !verdict.store) {
    const { reason, smaller } = verdict as { reason: string; smaller?: { words: number; runs: number } };
    const isSlow = !isPassing(answer) && isSlowRender(page?.ready ?? null, durationMs);
    await index.abandon(key, begun.token, record(page ? "rejected" : "failed", reason), smaller ?? null, isSlow);
    log("warn", "render_rejected", { domain: site.domain, path, reason });
    if (reason === ACCOUNT_TIME_USED) await noteBudget(env, site, "browser_time", Date.now());
    return { kind: isPassing(answer) ? "unavailable" : "failed", reason };
  }
  const isPage = page.status === 200 && page.location === null;
  const html = site.markdown && isPage ? withTwinLink(page.html, site.publicBase + twinOf(path)) : page.html;
  const { entry, body } = await packEntry({ ...page, html }, raw?.text ?? "", startedAt);
  if (entry.about) Object.assign(entry.about, await textsOf(html, raw?.text ?? "", begun.watched === true));
  if (!CACHEABLE_STATUSES.has(page.status)) {
    await index.abandon(key, begun.token, record("not_kept", `status ${page.status} is not cached`));
    return { kind: "once", because: "not_kept", entry, body };
  }
  try {
    const stored = { entry, body, record: record("stored", noteOf(page)) };
    const accepted = await store(env, { domainId: site.domainId, key }, begun, stored);
    return accepted ? { kind: "stored", entry: accepted, body } : { kind: "once", because: "overtaken", entry, body };
  } catch (error) {
    // The page was made after the request arrived, so it may be served but not cached.
    log("error", "snapshot_not_stored", { domain: site.domain, path, error: String(error) });
    await index.abandon(key, begun.token, record("failed", "the snapshot could not be stored")).catch(() => {});
    return { kind: "once", because: "store", entry, body };
  }
}

/**
 * Stores a page. A body that the page has already is not written again. Returns the entry as stored; null if the render
 * was overtaken. @throws if it can't be stored.
 */
async function store(
  env: RenderEnv,
  { domainId, key }: { domainId: string; key: string },
  { token, present }: BegunRender,
  { entry, body, record }: { entry: SnapshotEntry; body: ArrayBuffer; record: RenderRecord },
): Promise<SnapshotEntry | null> {
  const index = indexOf(env, domainId);
  if (present?.etag === entry.etag) {
    const same = { ...entry, snap: present.snap };
    const accepted = await index.commit(key, token, same, Date.now(), record, true);
    if (accepted !== null) return accepted ? same : null;
  }
  await writeBody(env, entry.snap, body);
  return (await index.commit(key, token, entry, Date.now(), record)) ? entry : null;
}

function isPassing(answer: PoolResult): boolean {
  return !answer.ok && answer.passing === true;
}

function failureOf(answer: PoolResult): string {
  return answer.ok ? "" : answer.reason;
}

async function packEntry(
  page: RenderedPage,
  text: string,
  startedAt: number,
): Promise<{ entry: SnapshotEntry; body: ArrayBuffer }> {
  const { body, ...packed } = await packBody(page.html);
  const headers = page.location === null ? page.headers : { ...page.headers, location: page.location };
  const { status, renderMs, words } = page;
  const { title, description, canonical = "" } = page;
  const content = (await sha256Hex(contentText(page, text))).slice(0, 32);
  const about = { title, description, canonical, content };
  return { entry: { ...packed, status, createdAt: startedAt, renderMs, words, headers, about }, body };
}

/** What the ledger says of a page, and of a watched one its text. The module reads HTML, which serving does not need. */
async function textsOf(
  html: string,
  shown: string,
  isWatched: boolean,
): Promise<{ served: ServedText; text?: KeptText }> {
  const { textLines } = await import("../history/text-lines");
  const given = textLines(html);
  const served = await servedText(given, shown);
  return isWatched ? { served, text: pageText(given, shown) } : { served };
}

/** What its owner should know of a stored page: what was still pending when it was taken, and what it lacks. */
function noteOf({ pending, denied, failedElsewhere = [] }: RenderedPage): string | null {
  const taken = pending ? `taken without waiting for ${pending}` : null;
  return [taken, denied, failedElsewhere[0]].filter((note) => note).join(". ") || null;
}

function recordOf(
  base: Pick<RenderRecord, "at" | "durationMs" | "outcome" | "reason" | "screen">,
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
