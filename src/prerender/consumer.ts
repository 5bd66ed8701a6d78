import * as z from "zod";
import { findDomainById } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { backoffSeconds } from "../lib/backoff";
import { mapBounded } from "../lib/async-pool";
import { log } from "../http/log";
import { indexOf, renderPage } from "./render-page";
import { siteOf } from "./site";

const RenderMessage = z.object({ domainId: z.string().min(1), path: z.string().startsWith("/"), askedAt: z.number() });

/**
 * Renders in the background: stale pages and prewarming. A message that comes twice finds a snapshot younger than what it
 * asked for and does nothing.
 */
export async function consumeRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, batch.messages.length, async (message) => {
    const parsed = RenderMessage.safeParse(message.body);
    const row = parsed.success ? await findDomainById(openDb(env.DB), parsed.data.domainId) : undefined;
    if (!parsed.success || !row || row.verifiedAt === null || row.suspendedAt !== null) return message.ack();
    const { path, askedAt } = parsed.data;
    try {
      const known = await indexOf(env, row.id).lookup(path, Date.now());
      if (!known || known.createdAt < askedAt)
        await renderPage(env, siteOf(row), path, { priority: "background", budgeted: false, replace: true });
      message.ack();
    } catch (error) {
      log("warn", "background_render_failed", { domain: row.domain, path, error: String(error) });
      message.retry({ delaySeconds: backoffSeconds(message.attempts, Math.random(), { baseSeconds: 10 }) });
    }
  });
}
