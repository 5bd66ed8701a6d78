import { DurableObject } from "cloudflare:workers";
import { hostnameZoneOf, type Bindings } from "../env";
import { MINUTE_MS } from "../lib/time/time";
import { FIRST_TURN, runTurn, type TurnState } from "./run-turn";

const STATE = "turns";

/**
 * Does all work on custom hostnames, one turn at a time: there is one object of this class, so that all accounts share Cloudflare's
 * limits. What is to be done is in D1. A lost alarm is made up for by the next tick.
 */
export class CustomHostnames extends DurableObject<Bindings> {
  /** Somebody woke it during the present turn, which may not have seen why. */
  private isWoken = false;

  /** Begins now, unless it is about to. */
  async wake(): Promise<void> {
    if (hostnameZoneOf(this.env) === null) return;
    this.isWoken = true;
    const { storage } = this.ctx;
    const { blockedUntil } = storage.kv.get<TurnState>(STATE) ?? FIRST_TURN;
    const now = Date.now();
    // A block is an hour at most. One that is further ahead is from before the clock was set back.
    const at = blockedUntil > now && blockedUntil <= now + 60 * MINUTE_MS ? blockedUntil : now;
    const alarm = await storage.getAlarm();
    if (alarm === null || alarm > at) await storage.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    const zone = hostnameZoneOf(this.env);
    if (zone === null) return;
    const { storage } = this.ctx;
    this.isWoken = false;
    // If this turn dies, the next one begins then.
    await storage.setAlarm(Date.now() + MINUTE_MS);
    const { state, nextAt } = await runTurn(this.env, zone, storage.kv.get<TurnState>(STATE) ?? FIRST_TURN, Date.now());
    storage.kv.put(STATE, state);
    if (this.isWoken) await this.wake();
    else if (nextAt === null) await storage.deleteAlarm();
    else await storage.setAlarm(nextAt);
  }
}
