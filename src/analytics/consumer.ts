import { z } from "zod";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { backoffSeconds } from "../lib/backoff";
import { log } from "../http/log";
import type { VisitEvent } from "./record-visits";
import { countVisits } from "./repo";

const Text = z.string().max(2_048);
const Event: z.ZodType<VisitEvent> = z.object({
  id: z.string().min(1).max(200),
  domainId: z.string().min(1),
  at: z.number(),
  path: Text,
  token: z.string().nullable(),
  provider: z.string(),
  kind: z.enum(["search", "llm-training", "llm-search", "llm-user", "seo", "social", "other"]),
  servedBy: z.enum(["cache", "render"]),
  status: z.int().optional(),
  renderMs: z.number().optional(),
  serveMs: z.number().optional(),
  ip: z.string().optional(),
  signature: z.object({ authority: Text, method: Text, agent: Text, input: Text, signature: Text }).optional(),
});

/** Counts a batch of visits in one transaction. A batch that fails is tried again as it is: no event counts twice. */
export async function consumeVisits(batch: MessageBatch, env: Bindings): Promise<void> {
  const events: VisitEvent[] = [];
  for (const message of batch.messages) {
    for (const body of Array.isArray(message.body) ? message.body : [message.body]) {
      const parsed = Event.safeParse(body);
      if (parsed.success) events.push(parsed.data);
      else log("error", "visit_unreadable", { id: message.id });
    }
  }
  try {
    if (events.length > 0) await countVisits(openDb(env.DB), events, crypto.randomUUID());
    batch.ackAll();
  } catch (error) {
    log("error", "visits_not_counted", { events: events.length, error: String(error) });
    for (const message of batch.messages)
      message.retry({ delaySeconds: backoffSeconds(message.attempts, Math.random()) });
  }
}
