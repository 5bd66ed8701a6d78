import { DurableObject } from "cloudflare:workers";
import { openDb } from "../../db/client";
import { upgradeObject } from "../../db/object-schema";
import { settingsOf, type Bindings } from "../../env";
import { mapBounded } from "../../lib/platform/async-pool";
import { log } from "../../lib/text/log";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time/time";
import { disabledBy, healthAfter, HEALTHY, isProbed, type Health, type Outcome } from "./core/next-try";
import type { SentEvent } from "./core/webhook-body";
import type { OpenTarget } from "./deliver";
import { DELIVERY_STEPS, DeliveryTable, KEPT_MS, type DeliveryPage, type EndpointEvent } from "./delivery-table";
import { openTarget } from "./seal-webhook";
import { findTarget, type WebhookRow } from "./webhook-repo";

/** Deliveries to the endpoint at once. */
const AT_ONCE = 4;
const BATCH = 40;
/** After this time, an alarm starts no more deliveries; the next alarm continues at once. */
const ALARM_MS = 20 * SECOND_MS;
/** When the next alarm fires if this one dies. The two never run at the same time. */
const AGAIN_MS = 5 * SECOND_MS;

const ENDPOINT_ID = "endpointId";
const HEALTH = "health";

/**
 * The deliveries of one endpoint. Each endpoint has its own object, so that a slow receiver does not delay others.
 * Delivery of an event is attempted until it succeeds or is given up. If the Worker dies meanwhile, it is attempted
 * again under the same id.
 */
export class WebhookEndpoint extends DurableObject<Bindings> {
  private readonly storage = this.ctx.storage;
  private readonly table = new DeliveryTable(this.ctx.storage.sql);

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      upgradeObject(ctx.storage, DELIVERY_STEPS);
      if (this.table.times().oldestAt === null) return;
      // Deliveries without an alarm would wait for the next event: a fired alarm is gone, and the object can die before it sets
      // the next. One that is further ahead than a day is from before the clock was set back.
      const alarm = await ctx.storage.getAlarm();
      if (alarm === null || alarm > Date.now() + DAY_MS) await ctx.storage.setAlarm(Date.now() + SECOND_MS);
    });
  }

  private get health(): Health {
    return this.storage.kv.get<Health>(HEALTH) ?? HEALTHY;
  }

  /** Adds events, each once however often it arrives. They are sent soon after. */
  async add(events: EndpointEvent[], now: number): Promise<void> {
    this.storage.transactionSync(() => {
      // An object that an alarm wakes may not know its name.
      this.storage.kv.put(ENDPOINT_ID, this.ctx.id.name!);
      this.table.add(events, now);
    });
    await this.storage.setAlarm(now);
  }

  /** Adds an event that somebody waits for. A pause of the endpoint does not delay it. */
  async addNow(event: EndpointEvent, now: number): Promise<void> {
    this.endRest();
    await this.add([event], now);
  }

  /** Sends a delivery again, under its id. False: there is none. */
  async again(id: string, now: number): Promise<boolean> {
    if (!this.table.again(id, now)) return false;
    this.endRest();
    await this.storage.setAlarm(now);
    return true;
  }

  list(page: DeliveryPage) {
    return this.table.list(page);
  }

  find(id: string) {
    return this.table.find(id);
  }

  exportAfter(id: string, limit: number) {
    return this.table.after(id, limit);
  }

  /** Resets the failures, because the owner has changed the endpoint. */
  forgive(): void {
    this.storage.kv.delete(HEALTH);
  }

  /** Deletes what is about a removed domain. */
  dropDomain(domainId: string): void {
    this.table.dropDomain(domainId);
  }

  /** Deletes everything: the endpoint is gone. */
  async purge(): Promise<void> {
    await this.storage.deleteAlarm();
    await this.storage.deleteAll();
    upgradeObject(this.storage, DELIVERY_STEPS);
  }

  /** Delivers what is due. It sets the next alarm first and never throws: the runtime drops an alarm that fails six times. */
  override async alarm(): Promise<void> {
    await this.storage.setAlarm(Date.now() + AGAIN_MS);
    try {
      if ((await this.work(Date.now())) === "gone") return await this.purge();
      await this.rearm(Date.now());
    } catch (error) {
      log("error", "webhook_alarm_failed", { error: String(error) });
    }
  }

  private async work(now: number): Promise<"gone" | "done"> {
    this.table.prune(now);
    const id = this.storage.kv.get<string>(ENDPOINT_ID);
    const found = id === undefined ? undefined : await findTarget(openDb(this.env.DB), id);
    if (!found) return "gone";
    const { webhook: row, suspendedAt } = found;
    if (row.disabledAt !== null) this.table.failWaiting("the endpoint is turned off");
    else if (suspendedAt !== null) this.rest(now + HOUR_MS);
    else await this.sendDue(row, now);
    return "done";
  }

  private async sendDue(row: WebhookRow, now: number): Promise<void> {
    const target = await openTarget(this.env, row, now);
    while (Date.now() < now + ALARM_MS && Date.now() >= this.health.restUntil) {
      const batch = this.table.due(Date.now(), isProbed(this.health) ? 1 : BATCH);
      if (batch.length === 0) return;
      let reason: ReturnType<typeof disabledBy> = null;
      await mapBounded(batch, AT_ONCE, async (delivery) => {
        // What one of them finds out applies to the rest of the batch.
        if (reason !== null || Date.now() < this.health.restUntil) return;
        const outcome = await this.tryOnce(target, delivery);
        this.settle(delivery, outcome);
        reason ??= disabledBy(this.health, outcome.status, Date.now());
      });
      if (reason !== null) {
        const { disableFailing } = await import("./disable-failing");
        await disableFailing(this.env, row, reason, Date.now());
        return this.table.failWaiting("the endpoint is turned off");
      }
    }
  }

  private async tryOnce(target: OpenTarget | null, event: SentEvent & { id: string }): Promise<Outcome> {
    const failed = (error: string): Outcome => ({ status: null, error, retryAfterMs: null, answer: "", durationMs: 0 });
    if (target === null) return failed("not sent: AUTH_SECRET has changed; set the URL and rotate the secret");
    const { allowPrivateHosts, apiHosts: ownHosts } = settingsOf(this.env);
    try {
      // The table of events is evaluated on first use: serving pages does not need it, and starts sooner.
      const { deliver } = await import("./deliver");
      return await deliver(target, event, { allowPrivateHosts, ownHosts });
    } catch (error) {
      log("error", "webhook_not_sent", { error: String(error) });
      return failed("not sent: something went wrong on our side");
    }
  }

  private settle(delivery: Parameters<DeliveryTable["settle"]>[0], outcome: Outcome): void {
    const now = Date.now();
    this.storage.transactionSync(() => {
      this.table.settle(delivery, outcome, now, Math.random());
      const before = this.health;
      if (outcome.error !== null || before.failuresInRow > 0)
        this.storage.kv.put(HEALTH, healthAfter(before, outcome, now));
    });
  }

  private rest(until: number): void {
    this.storage.kv.put(HEALTH, { ...this.health, restUntil: until });
  }

  private endRest(): void {
    if (this.health.restUntil > 0) this.rest(0);
  }

  /** There must be no await between the check and the alarm, or a delivery added in between would wait for long. */
  private async rearm(now: number): Promise<void> {
    const { nextAt, oldestAt } = this.table.times();
    if (oldestAt === null) return this.storage.deleteAlarm();
    const due = nextAt === null ? oldestAt + KEPT_MS : Math.max(nextAt, this.health.restUntil);
    // Checks once per day whether the endpoint still exists.
    await this.storage.setAlarm(Math.min(due, now + DAY_MS));
  }
}
