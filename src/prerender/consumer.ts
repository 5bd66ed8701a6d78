import * as z from "zod";
import { findDomainById, type DomainRow } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { mapBounded } from "../lib/async-pool";
import { log } from "../http/log";
import { retryRenderAfter, type BackgroundEnd } from "./core/settle-render";
import { indexOf, renderPage } from "./render-page";
import { siteOf } from "./site";

const RenderMessage = z.object({ domainId: z.string().min(1), path: z.string().startsWith("/"), askedAt: z.number() });
type RenderMessage = z.infer<typeof RenderMessage>;

/**
 * Renders in the background: stale pages and prewarming. A message that comes twice finds a snapshot younger than what it
 * asked for and does nothing. One is done when its page has a snapshot or deliberately none; whatever else came of it, it is
 * tried again later, and at last a dead letter.
 */
export async function consumeRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, batch.messages.length, async (message) => {
    const wanted = await readMessage(env, message);
    if (!wanted) return message.ack();
    const { row, path } = wanted;
    const end = await renderFor(env, row, wanted).catch((error: unknown) => {
      log("warn", "background_render_failed", { domain: row.domain, path, error: String(error) });
      return { kind: "unavailable" } as const;
    });
    const delaySeconds = retryRenderAfter(end, message.attempts, Math.random());
    if (delaySeconds === null) message.ack();
    else message.retry({ delaySeconds });
  });
}

async function renderFor(env: Bindings, row: DomainRow, { path, askedAt }: RenderMessage): Promise<BackgroundEnd> {
  const known = await indexOf(env, row.id).lookup(path, Date.now());
  if (known && known.createdAt >= askedAt) return { kind: "stored" };
  return renderPage(env, siteOf(row), path, { priority: "background", budgeted: false, replace: true });
}

/** Notes in the log of renders which pages were given up, and why their owner finds them cold. */
export async function consumeLostRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, batch.messages.length, async (message) => {
    const wanted = await readMessage(env, message);
    if (wanted) {
      const { row, path } = wanted;
      log("error", "background_render_given_up", { domain: row.domain, path });
      await indexOf(env, row.id).abandon(path, null, {
        at: Date.now(),
        outcome: "failed",
        reason: "given up: no try to render the page in the background came to an end",
        status: null,
        readySignal: null,
        durationMs: 0,
        words: 0,
        failedRequests: [],
        consoleErrors: [],
      });
    }
    message.ack();
  });
}

/** What a message asks for; null when its domain is gone or it is none of ours. */
async function readMessage(env: Bindings, { body }: Message): Promise<(RenderMessage & { row: DomainRow }) | null> {
  const parsed = RenderMessage.safeParse(body);
  const row = parsed.success ? await findDomainById(openDb(env.DB), parsed.data.domainId) : undefined;
  return parsed.success && row && row.verifiedAt !== null ? { ...parsed.data, row } : null;
}
