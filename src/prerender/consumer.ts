import * as z from "zod";
import { findDomainById, type DomainRow } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { mapBounded } from "../lib/platform/async-pool";
import { log } from "../lib/text/log";
import { noteReason } from "../lib/platform/failed-message";
import { readMessage } from "../lib/platform/read-message";
import { retryRenderAfter, type BackgroundEnd } from "./core/turns/settle-render";
import { indexOf } from "./cache/index-of";
import { usedBy } from "../usage/metered-env";
import { renderPage } from "./render/render-page";
import { siteOf } from "./cache/site";

/** `path`: the cache key of the snapshot. */
const RenderMessage = z.object({ domainId: z.string().min(1), path: z.string().startsWith("/"), askedAt: z.number() });
type RenderMessage = z.infer<typeof RenderMessage>;

/**
 * Renders in the background: stale pages and prewarming. A repeated message finds a snapshot newer than its request and
 * does nothing. A message is done when its page has a snapshot, or deliberately none. Any other result is retried and
 * finally goes to the dead letter queue.
 */
export async function consumeRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, batch.messages.length, async (message) => {
    const body = readMessage(RenderMessage, batch.queue, message);
    if (!body) return;
    const row = await renderedDomain(env, body);
    if (!row) return message.ack();
    const end = await renderFor(usedBy(env, row.accountId), row, body).catch((error: unknown) => {
      log("warn", "background_render_failed", { domain: row.domain, path: body.path, error: String(error) });
      return { kind: "unavailable" } as const;
    });
    const delaySeconds = retryRenderAfter(end, message.attempts, Math.random());
    if (delaySeconds === null) return message.ack();
    noteReason(message, `the render ended as ${end.kind}`);
    message.retry({ delaySeconds });
  });
}

async function renderFor(env: Bindings, row: DomainRow, { path, askedAt }: RenderMessage): Promise<BackgroundEnd> {
  const known = await indexOf(env, row.id).lookup(path, Date.now());
  if (known && known.createdAt >= askedAt) return { kind: "stored" };
  return renderPage(env, siteOf(row), path, { priority: "background", budgeted: false, replace: true });
}

/** Records in the render log that a page was given up, so that its owner sees why it is not cached. */
export async function noteLostRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, batch.messages.length, async ({ body }) => {
    const parsed = RenderMessage.safeParse(body);
    const row = parsed.success ? await renderedDomain(env, parsed.data) : null;
    if (!parsed.success || !row) return;
    const { path } = parsed.data;
    log("error", "background_render_given_up", { domain: row.domain, path });
    await indexOf(env, row.id).abandon(path, null, {
      at: Date.now(),
      outcome: "failed",
      reason: "given up: no attempt to render the page in the background finished",
      status: null,
      readySignal: null,
      durationMs: 0,
      words: 0,
      failedRequests: [],
      consoleErrors: [],
    });
  });
}

/** The domain of a message; null if it was deleted, is no longer verified, or its account is suspended. */
async function renderedDomain(env: Bindings, { domainId }: RenderMessage): Promise<DomainRow | null> {
  const row = await findDomainById(openDb(env.DB), domainId);
  return row && row.verifiedAt !== null && row.suspendedAt === null ? row : null;
}
