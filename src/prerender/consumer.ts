import { z } from "zod";
import { findDomainById } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { backoffSeconds } from "../lib/backoff";
import { mapBounded } from "../lib/async-pool";
import { log } from "../http/log";
import { renderPage } from "./render-page";
import { siteOf } from "./site";

const RenderMessage = z.object({ domainId: z.string().min(1), path: z.string().startsWith("/") });

/** Renders in the background: stale pages and prewarming. Doing one twice only renders it twice. */
export async function consumeRenders(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, 2, async (message) => {
    const parsed = RenderMessage.safeParse(message.body);
    const row = parsed.success ? await findDomainById(openDb(env.DB), parsed.data.domainId) : undefined;
    if (!parsed.success || !row || row.verifiedAt === null) return message.ack();
    try {
      await renderPage(env, siteOf(row), parsed.data.path);
      message.ack();
    } catch (error) {
      log("warn", "background_render_failed", { domain: row.domain, path: parsed.data.path, error: String(error) });
      message.retry({ delaySeconds: backoffSeconds(message.attempts, Math.random(), { baseSeconds: 10 }) });
    }
  });
}
