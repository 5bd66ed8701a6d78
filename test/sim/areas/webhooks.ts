import type { DeliveryState } from "../../../src/automation/webhooks/delivery-table";
import { sealOfWebhook } from "../../../src/automation/webhooks/seal-webhook";
import { endpointOf, webhookIdOf } from "../../../src/automation/webhooks/send-events";
import { openDb } from "../../../src/db/client";
import { announceEvents, recordEvents, type NewEvent } from "../../../src/events";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/time/time";
import { query } from "../platform/d1";
import { SENT_AT, serveHost } from "../platform/network";
import { addAccount, addDomain, AUTH_SECRET, SimulatedService } from "../platform/service";
import { Broken, type World } from "../world";
import type { Simulation } from "./area";

const HOOKS = ["hook-a", "hook-b"];
const hostOf = (hook: string) => `${hook}.example`;
const sealed = new Map<string, { url: string; secret: string }>();

/** Encrypts the endpoints' secrets, which takes longer than a world. */
export async function sealHooks(): Promise<void> {
  const env = { AUTH_SECRET };
  for (const hook of HOOKS)
    sealed.set(hook, {
      url: await sealOfWebhook(env, hook, "url", `https://${hostOf(hook)}/in`),
      secret: await sealOfWebhook(env, hook, "secret", `whsec_${btoa("0123456789abcdef0123456789abcdef")}`),
    });
}

/** What a receiver saw of one event. */
interface Received {
  body: string;
  accepted: number;
}

interface Row {
  id: string;
  state: DeliveryState;
  attempts: number;
  giveUpAt: number;
  lastAt: number | null;
}

/** Events are recorded, and must reach every endpoint that wants them: at least once, under one id and with one body. */
export function simulateWebhooks(world: World): Simulation {
  const service = new SimulatedService();
  addAccount("acc", "pro");
  addDomain("dom", "acc", "dom.example");
  const hooks = HOOKS.slice(0, world.pick([1, 1, 2]));
  for (const hook of hooks) addWebhook(world, hook);
  const recorded = new Set<string>();
  const received = new Map(hooks.map((hook) => [hook, new Map<string, Received>()]));
  const isGone = new Set<string>();
  /** When a delivery was first seen as delivered. */
  const deliveredAt = new Map<string, number>();
  for (const hook of hooks) receive(world, hook, received.get(hook)!, deliveredAt, isGone);

  const record = (no: number, tries = 0) => {
    const id = `crawler.stopped:dom:openai:llm-search:${no}`;
    const recording = service.worker("upkeep", async () => {
      await recordEvents(openDb(service.env.DB), [eventOf(id, world.now)]);
      recorded.add(id);
      await announceEvents(service.env);
    });
    // What records an event outside of a transaction repeats it.
    recording.catch(() => tries < 3 && world.later(MINUTE_MS, null, () => record(no, tries + 1)));
    if (world.chance(0.2)) world.later(world.int(0, MINUTE_MS), null, () => record(no, 3));
  };
  const count = world.int(1, 5);
  const spanMs = world.pick([2 * MINUTE_MS, 8 * HOUR_MS]);
  for (let no = 0; no < count; no++) world.later(world.int(0, spanMs), null, () => record(no));
  const tick = () => service.tick(["sendEvents"]);
  const rowsOf = (hook: string) =>
    service.objects.WEBHOOK_ENDPOINT.find(hook).read<Row>(
      "SELECT id, state, attempts, give_up_at AS giveUpAt, last_at AS lastAt FROM delivery",
    );
  const look = (hook: string) => {
    void service.worker("owner", () => endpointOf(service.env, hook).list({ before: null, limit: 1 })).catch(() => {});
  };
  let wokenAt = 0;

  return {
    service,
    faultsMs: spanMs + MINUTE_MS,
    settlesMs: 2 * DAY_MS,
    tick: () => {
      tick();
      // What a lost alarm left behind is found by an event after the faults or, if the endpoint was turned off, by its owner.
      if (wokenAt === 0) {
        record(count);
        for (const hook of isGone) look(hook);
      }
      wokenAt ||= world.now;
    },
    check: () => {
      for (const hook of hooks) {
        const object = service.objects.WEBHOOK_ENDPOINT.find(hook);
        if (object.hasChanged("delivered"))
          for (const { id, state } of rowsOf(hook))
            if (state === "delivered" && !deliveredAt.has(`${hook} ${id}`)) deliveredAt.set(`${hook} ${id}`, world.now);
        if (object.lostAlarms > 0 || object.isBusy) continue;
        if (rowsOf(hook).some(({ state }) => state === "waiting"))
          throw new Broken(`${hook} has deliveries and no alarm`);
      }
    },
    isSettled: () =>
      wokenAt > 0 &&
      world.now > wokenAt + HOUR_MS &&
      query("SELECT 1 FROM event_outbox").length === 0 &&
      hooks.every((hook) => rowsOf(hook).every(({ state }) => state !== "waiting")),
    end: async () => {
      for (const hook of hooks) {
        const rows = new Map(rowsOf(hook).map((row) => [row.id, row]));
        for (const event of recorded) {
          const id = await webhookIdOf("acc", event);
          const row = rows.get(id);
          const accepted = received.get(hook)!.get(id)?.accepted ?? 0;
          if (row?.state === "delivered" && accepted === 0) throw new Broken(`${hook} says it delivered ${event}`);
          const isGivenUp = row?.state === "failed" && (row.attempts >= 8 || row.lastAt! >= row.giveUpAt - MINUTE_MS);
          if (accepted === 0 && !isGivenUp && !isGone.has(hook)) throw new Broken(`${hook} never got ${event}`);
        }
      }
    },
  };
}

/** Adds an endpoint, one of HOOKS, that wants every event. */
export function addWebhook(world: World, hook: string): void {
  const { url, secret } = sealed.get(hook)!;
  query(
    `INSERT INTO webhook (id, account_id, description, origin, sealed_url, format, sealed_secret, created_at)
     VALUES (?1, 'acc', '', ?2, ?3, 'standard', ?4, ?5)`,
    hook,
    `https://${hostOf(hook)}`,
    url,
    secret,
    world.now,
  );
}

const eventOf = (id: string, at: number): NewEvent => ({
  id,
  type: "crawler.stopped",
  accountId: "acc",
  domainId: "dom",
  at,
  data: { provider: "openai", kind: "llm-search", lastDay: "2027-01-01", visitsPerDay: 3 } as never,
});

/** A receiver that is down now and then while there are faults. */
function receive(
  world: World,
  hook: string,
  received: Map<string, Received>,
  deliveredAt: ReadonlyMap<string, number>,
  isGone: Set<string>,
): void {
  const trouble = world.pick([0, 0.2, 0.8]);
  serveHost(hostOf(hook), async (request) => {
    const id = request.headers.get("webhook-id")!;
    const body = await request.text();
    const seen = received.get(id) ?? { body, accepted: 0 };
    received.set(id, seen);
    world.note(`${hook} receives ${id}`);
    if (seen.body !== body) throw world.breaks(`${hook} got two bodies of ${id}`);
    const sentAt = Number(request.headers.get(SENT_AT));
    if ((deliveredAt.get(`${hook} ${id}`) ?? Infinity) < sentAt) throw world.breaks(`${hook} gets ${id} again`);
    if (isGone.has(hook) && query("SELECT 1 FROM webhook WHERE disabled_at IS NOT NULL AND id = ?1", hook).length > 0)
      if (sentAt > disabledAt(hook) + 20_000) throw world.breaks(`${hook} gets ${id} after it was turned off`);
    if (world.faults.before + world.faults.after > 0 && world.chance(trouble)) {
      const status = world.pick([500, 503, 429, 302, 0, 410]);
      if (status === 0) return new Promise<Response>(() => undefined);
      if (status === 410) isGone.add(hook);
      return new Response("no", { status, headers: { "retry-after": world.pick(["1", "120", "no"]) } });
    }
    seen.accepted++;
    return new Response("ok");
  });
}

const disabledAt = (hook: string) =>
  query<{ at: number }>("SELECT disabled_at AS at FROM webhook WHERE id = ?1", hook)[0]!.at;
