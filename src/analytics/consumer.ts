import * as z from "zod";
import type { Bindings } from "../env";
import { backoffSeconds } from "../lib/time/backoff";
import { noteReason } from "../lib/platform/failed-message";
import { refuseMessage } from "../lib/platform/read-message";
import { ANSWER_FORMS, ANSWER_SOURCES } from "./core/response-form";
import { addVisits } from "./count/add-visits";
import type { VisitEvent } from "./count/record-visits";
import { countReferrals } from "./referrals/count-referrals";
import { ReferralEvent } from "./core/referral-event";
import { judgeVisits } from "./verify/judge-visits";

const Text = z.string().max(2_048);
const Event = z.object({
  id: z.string().min(1).max(200),
  domainId: z.string().min(1),
  at: z.number(),
  path: Text,
  token: z.string().nullable(),
  provider: z.string(),
  kind: z.enum(["search", "llm-training", "llm-search", "llm-user", "seo", "social", "other"]),
  servedBy: z.enum(ANSWER_SOURCES),
  form: z.enum(ANSWER_FORMS).optional(),
  status: z.int().optional(),
  renderMs: z.number().optional(),
  serveMs: z.number().optional(),
  ip: z.string().optional(),
  reported: z.literal(true).optional(),
  imported: z.literal(true).optional(),
  signature: z.object({ authority: Text, method: Text, agent: Text, input: Text, signature: Text }).optional(),
});
const Repeated = z.object({ times: z.int().min(1), visit: Event });

/**
 * Counts a batch of messages with many visits each. A message with visits of a domain that could not be counted is
 * retried unchanged, because no visit counts twice. If a visit can't be read, the message's other visits are counted
 * and the whole message is retried.
 */
export async function consumeVisits(batch: MessageBatch, env: Bindings): Promise<void> {
  const read = batch.messages.map((message) => ({ message, ...readEvents(message.body) }));
  const now = Date.now();
  const judged = await judgeVisits(
    env,
    read.flatMap(({ events }) => events),
    now,
  );
  const people = read.flatMap(({ referrals }) => referrals);
  const [failed, uncounted] = [await addVisits(env, judged, now), await countReferrals(env, people, now)];
  for (const { message, events, referrals, complete } of read) {
    const isLeft = events.some(({ domainId }) => failed.has(domainId));
    if (isLeft || referrals.some(({ domainId }) => uncounted.has(domainId))) {
      noteReason(message, "a domain's object did not take its visits");
      message.retry({ delaySeconds: backoffSeconds(message.attempts, Math.random()) });
    } else if (complete) message.ack();
    else refuseMessage(batch.queue, message);
  }
}

function readEvents(body: unknown): { events: VisitEvent[]; referrals: ReferralEvent[]; complete: boolean } {
  const bodies: unknown[] = Array.isArray(body) ? body : [body];
  const events = bodies.flatMap((each) => eventOf(each) ?? []);
  const referrals = bodies.flatMap((each) => ReferralEvent.safeParse(each).data ?? []);
  return { events, referrals, complete: events.length + referrals.length === bodies.length };
}

function eventOf(body: unknown): VisitEvent | undefined {
  const event = Event.safeParse(body).data;
  const repeated = event ? undefined : Repeated.safeParse(body).data;
  return repeated ? { ...repeated.visit, times: repeated.times } : event;
}
