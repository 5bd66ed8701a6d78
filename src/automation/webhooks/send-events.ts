import { openDb, type Db } from "../../db/client";
import type { Bindings } from "../../env";
import { mapBounded } from "../../lib/platform/async-pool";
import { sha256Hex } from "../../lib/crypto/hash";
import { log } from "../../lib/text/log";
import { objectStub } from "../../lib/platform/object-stub";
import { DAY_MS } from "../../lib/time/time";
import type { EndpointEvent } from "./delivery-table";
import { dropOutgoing, outgoingEvents, type OutgoingEvent } from "./outgoing-repo";
import { activeWebhooks } from "./webhook-repo";

const EVENTS_A_STEP = 200;
/** An invocation may have six open connections. */
const AT_ONCE = 6;
/** Events that can't be handed over for this long are dropped, so that the outbox stays small. */
const KEPT_MS = 3 * DAY_MS;

/** What decides whether an endpoint gets an event. */
interface Wishes {
  id: string;
  accountId: string;
  domainId: string | null;
  events: string[] | null;
}

/** The endpoint's object. */
export function endpointOf(env: Pick<Bindings, "WEBHOOK_ENDPOINT">, webhookId: string) {
  return objectStub(env.WEBHOOK_ENDPOINT, webhookId);
}

/** The webhook-id of an event: the same for the same cause, and other accounts can't infer the cause from it. */
export async function webhookIdOf(accountId: string, causeId: string): Promise<string> {
  return `evt_${(await sha256Hex(`${accountId} ${causeId}`)).slice(0, 32)}`;
}

const wants = ({ accountId, domainId, events }: Wishes, event: OutgoingEvent) =>
  accountId === event.accountId &&
  (domainId === null || domainId === event.domainId) &&
  (events === null || events.includes(event.type));

/**
 * Job: hands recorded events to the endpoints that want them, then forgets them. If the Worker dies in between, the
 * next call hands them over again, which changes nothing. `after`: the last place in the outbox that was read, so that
 * events whose endpoints fail don't hold back others.
 */
export async function sendEvents(env: Bindings, now: number, after: string | null): Promise<string | null> {
  const db = openDb(env.DB);
  const events = await outgoingEvents(db, Number(after ?? 0), EVENTS_A_STEP);
  if (events.length === 0) return null;
  const failed = await handOver(env, db, events);
  const done = events.filter((event) => !failed.has(event.id) || event.at < now - KEPT_MS);
  await dropOutgoing(
    db,
    done.map(({ id }) => id),
  );
  return events.length < EVENTS_A_STEP ? null : String(events.at(-1)!.seq);
}

/** Returns the events that at least one endpoint did not get. */
async function handOver(env: Bindings, db: Db, events: readonly OutgoingEvent[]): Promise<Set<string>> {
  const failed = new Set<string>();
  const endpoints = await activeWebhooks(db, [...new Set(events.map(({ accountId }) => accountId))]);
  await mapBounded(endpoints, AT_ONCE, async (endpoint) => {
    // Events of a removed domain no longer have its name.
    const own = events.filter(
      (event) => wants(endpoint, event) && (event.domainId === null) === (event.domain === null),
    );
    if (own.length === 0) return;
    try {
      await endpointOf(env, endpoint.id).add(await Promise.all(own.map(endpointEvent)), Date.now());
    } catch (error) {
      log("warn", "events_not_handed_over", { webhookId: endpoint.id, error: String(error) });
      for (const { id } of own) failed.add(id);
    }
  });
  return failed;
}

async function endpointEvent({
  accountId,
  id,
  type,
  domainId,
  domain,
  at,
  data,
}: OutgoingEvent): Promise<EndpointEvent> {
  const whole = JSON.stringify({ domain, ...(JSON.parse(data) as object) });
  return { id: await webhookIdOf(accountId, id), type, domainId, at, data: whole };
}
