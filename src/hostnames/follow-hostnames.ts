import { openDb } from "../db/client";
import { hostnameZoneOf, type Bindings, type HostnameZone } from "../env";
import { mapBounded } from "../lib/platform/async-pool";
import { objectStub } from "../lib/platform/object-stub";
import { log } from "../lib/text/log";
import { MINUTE_MS } from "../lib/time/time";
import { readBlocked, writeBlocked } from "./blocked-kv";
import { callCloudflare } from "./call-cloudflare";
import { afterStep, type HostnameChange } from "./core/after-step";
import { nextStep } from "./core/next-step";
import type { CallOutcome, HostnameRow } from "./core/remote";
import { TURN_MS, turnBudget } from "./core/turn";
import { claimHostnames, countCreated, dueHostnames, nextDue, noteWishes, recordChanges } from "./hostname-repo";

/** Calls at once. An invocation may have six open connections. */
const AT_ONCE = 4;
/**
 * A turn begins no call after this time: one that began late, or takes long, leaves the rest to the next. So an attempt is made
 * close to the time that is noted for it, and before its claim ends.
 */
const CALLS_WITHIN_MS = MINUTE_MS;
/** A cron's tick begins anew after this time. */
const TICK_MS = 15 * MINUTE_MS;
/** A block of Cloudflare's is an hour at most. One that is longer is from before the clock was set back. */
const MOST_BLOCKED_MS = 60 * MINUTE_MS;

/** Where a message of this job comes from: the turn before, or one that was not allowed. Null: a tick, or a domain's wish. */
const NEXT = "next";
const AGAIN = "again";

/**
 * Cron, and whenever a domain asks for a custom hostname: does what is due for them, in turns that all accounts share. Returns when
 * the next turn is due. However many messages begin this, there is one turn at a time: what is not allowed a turn tries once more,
 * because the turn that was faster may not have seen why, and then leaves it to the others.
 */
export async function followHostnames(env: Bindings, tick: number, after: string | null): Promise<Later | null> {
  const zone = hostnameZoneOf(env);
  if (zone === null) return null;
  const now = Math.max(tick, Date.now());
  if (after === null) await noteWishes(openDb(env.DB));
  if ((await nextDueOf(env)) > now + TICK_MS) return null;
  if (!(await objectStub(env.RATE_LIMITER, "hostnames:turn").take(1, TURN_MS)).allowed)
    return after === null ? { after: AGAIN, waitMs: TURN_MS } : null;
  const blocked = await readBlocked(env, zone.id);
  const isBlocked = blocked > now && blocked <= now + MOST_BLOCKED_MS;
  const blockedUntil = isBlocked ? blocked : await takeTurn(env, zone, now);
  const nextAt = Math.max(await nextDueOf(env), blockedUntil, now + TURN_MS);
  return nextAt > now + TICK_MS ? null : { after: NEXT, waitMs: nextAt - now };
}

interface Later {
  after: string;
  waitMs: number;
}

const nextDueOf = async (env: Pick<Bindings, "DB">) => (await nextDue(openDb(env.DB))) ?? Infinity;

/**
 * One turn. Returns until when Cloudflare wants no more calls. Rows are claimed before anything is done for them, and attempts to
 * create are noted with that: whatever happens to a turn, a later one finds in D1 what to do.
 */
async function takeTurn(env: Bindings, zone: HostnameZone, now: number): Promise<number> {
  const db = openDb(env.DB);
  const { calls, creates, after } = turnBudget(Date.now(), zone.perMinute);
  const room = creates > 0 ? zone.most - (await countCreated(db)) : 0;
  const created = await dueHostnames(db, now, true, { limit: Math.min(creates, room), after });
  const others = await dueHostnames(db, now, false, { limit: calls - created.length, after });
  const claimed = await claimHostnames(db, { created, others }, now);
  const { changes, blockedUntil } = await takeSteps(zone, claimed, now);
  if (blockedUntil > 0) await writeBlocked(env, zone.id, blockedUntil, now);
  await insist(() => recordChanges(db, changes, now));
  return blockedUntil;
}

/** Once more if D1 fails: the calls are made, and without their outcomes all of these rows would wait for the end of their claim. */
async function insist(record: () => Promise<void>): Promise<void> {
  try {
    await record();
  } catch (error) {
    log("warn", "hostnames_recorded_again", { error: String(error) });
    await record();
  }
}

/** Takes the steps of these rows until Cloudflare wants no more. */
async function takeSteps(zone: HostnameZone, rows: readonly HostnameRow[], now: number) {
  let blockedUntil = 0;
  const changes = await mapBounded(
    rows,
    AT_ONCE,
    async (row): Promise<{ row: HostnameRow; change: HostnameChange }> => {
      const step = nextStep(row);
      if (step === "forget") return { row, change: { drop: true } };
      // What was not tried is due again at once, and the note of the attempt is taken back.
      const untried: CallOutcome = { kind: "later", waitMs: 0, forAll: true };
      const isOver = blockedUntil > 0 || Date.now() > now + CALLS_WITHIN_MS;
      const outcome = isOver ? untried : await callCloudflare(zone, step, row);
      if (outcome.kind === "later" && outcome.forAll && outcome.waitMs > 0) {
        blockedUntil = Math.max(blockedUntil, now + outcome.waitMs);
        if (outcome.fault === undefined) log("info", "cloudflare_is_busy", { waitMs: outcome.waitMs });
        else log("warn", "cloudflare_refuses_calls", { reason: outcome.fault });
      }
      if (outcome.kind === "unclear") log("warn", "cloudflare_call_unclear", { step, reason: outcome.reason });
      return { row, change: afterStep(row, step, outcome, now) };
    },
  );
  return { changes, blockedUntil };
}
