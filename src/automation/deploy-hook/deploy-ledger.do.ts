import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../../env";
import { MINUTE_MS, SECOND_MS } from "../../lib/time/time";
import type { DeployOrder } from "./core/deploy";
import { DeployBook, type Asked, type DeployReport } from "./ledger/ledger";

/** When an interrupted turn is taken again. */
const LEASE_MS = MINUTE_MS;

/**
 * One object per domain: the ledger of its deploys. Its alarm takes the turns, one after another. An alarm that fires
 * twice takes one more turn, and one that is interrupted fires again.
 */
export class DeployLedger extends DurableObject<Bindings> {
  private ledger = new DeployBook(this.ctx.storage);

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      // A fired alarm is gone, and the object can die before it sets the next.
      if (this.ledger.isBusy() && (await ctx.storage.getAlarm()) === null)
        await ctx.storage.setAlarm(Date.now() + SECOND_MS);
    });
  }

  /** Takes an order; `isNew` false: an earlier call's deploy covers it. */
  async ask(order: DeployOrder, now: number): Promise<Asked> {
    const answer = this.ledger.ask(order, now);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
    return answer;
  }

  /** Deploys, newest first, with a number below `before`. */
  list(before: number, limit: number): Array<{ no: number; report: DeployReport }> {
    return this.ledger.list(before, limit);
  }

  find(id: string): DeployReport | null {
    return this.ledger.find(id);
  }

  /** Deletes everything. */
  async purge(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.ledger = new DeployBook(this.ctx.storage);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + LEASE_MS);
    // Evaluated on first use: serving pages needs none of it.
    const { advance } = await import("./steps/advance");
    const waitMs = await advance(this.env, this.ledger, Date.now());
    if (this.ledger.isBusy()) await this.ctx.storage.setAlarm(Date.now() + waitMs);
    else await this.ctx.storage.deleteAlarm();
  }
}
