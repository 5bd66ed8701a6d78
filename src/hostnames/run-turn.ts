import { openDb } from "../db/client";
import type { Bindings, HostnameZone } from "../env";
import { mapBounded } from "../lib/platform/async-pool";
import { log } from "../lib/text/log";
import { MINUTE_MS, SECOND_MS } from "../lib/time/time";
import { callCloudflare } from "./call-cloudflare";
import { afterStep, type Change } from "./core/after-step";
import { CALLS, createsRule, filled, type Bucket } from "./core/bucket";
import { nextStep } from "./core/next-step";
import type { Outcome, Row } from "./core/remote";
import { countCreated, dueHostnames, nextDue, noteAttempts, recordChanges } from "./hostname-repo";

/** Calls at once. An invocation may have six open connections. */
const AT_ONCE = 4;
/** How long after a turn the next one comes if something is due: budgets have filled up a little. */
const TURN_MS = 10 * SECOND_MS;
/** How long creates wait for room below the service's ceiling. */
const FULL_MS = 10 * MINUTE_MS;

/** What is remembered between turns. */
export interface TurnState {
  calls: Bucket | null;
  creates: Bucket | null;
  /** Cloudflare wants no calls before then. */
  blockedUntil: number;
  /** The accounts that had the last turn. */
  lastCreate: string;
  lastOther: string;
}

export const FIRST_TURN: TurnState = { calls: null, creates: null, blockedUntil: 0, lastCreate: "", lastOther: "" };

/**
 * Does what is due for custom hostnames, within the budgets. Returns the state and when the next turn is due, or null if nothing
 * ever is. Whatever happens to a turn, the next one finds in D1 what to do: attempts to create are noted before they are made.
 */
export async function runTurn(
  env: Pick<Bindings, "DB">,
  zone: HostnameZone,
  before: TurnState,
  now: number,
): Promise<{ state: TurnState; nextAt: number | null }> {
  if (now < before.blockedUntil) return { state: before, nextAt: before.blockedUntil };
  const db = openDb(env.DB);
  const calls = filled(before.calls, CALLS, now);
  const creates = filled(before.creates, createsRule(zone.perMinute), now);
  const room = zone.most - (await countCreated(db));
  const limit = Math.floor(Math.min(calls.tokens, creates.tokens, room));
  const created = await dueHostnames(db, now, true, { limit, after: before.lastCreate });
  const others = await dueHostnames(db, now, false, {
    limit: Math.floor(calls.tokens - created.length),
    after: before.lastOther,
  });
  if (created.length > 0) await noteAttempts(db, created, now);
  const { changes, blockedUntil } = await takeSteps(zone, [...others, ...created], now);
  await recordChanges(db, changes, now);
  const state: TurnState = {
    calls: { ...calls, tokens: calls.tokens - changes.length },
    creates: { ...creates, tokens: creates.tokens - created.length },
    blockedUntil,
    lastCreate: created.at(-1)?.accountId ?? before.lastCreate,
    lastOther: others.at(-1)?.accountId ?? before.lastOther,
  };
  const due = await nextDue(db);
  if (due === null) return { state, nextAt: null };
  const pause = room <= 0 && changes.length === 0 ? FULL_MS : TURN_MS;
  return { state, nextAt: Math.max(due, blockedUntil, now + pause) };
}

/** Takes the steps of these rows until Cloudflare wants no more. */
async function takeSteps(zone: HostnameZone, rows: readonly Row[], now: number) {
  const changes: Array<{ row: Row; change: Change }> = [];
  let blockedUntil = 0;
  await mapBounded(rows, AT_ONCE, async (row) => {
    const step = nextStep(row);
    // What was not tried is due at the next turn, and its note is taken back.
    const outcome: Outcome =
      blockedUntil > 0
        ? { kind: "later", waitMs: 0, forAll: true }
        : step === "forget"
          ? { kind: "none" }
          : await callCloudflare(zone, step, row);
    if (outcome.kind === "later" && outcome.forAll && outcome.waitMs > 0) {
      blockedUntil = Math.max(blockedUntil, now + outcome.waitMs);
      log(outcome.fault ? "error" : "warn", "cloudflare_refuses_calls", { reason: outcome.fault ?? "too many calls" });
    }
    if (outcome.kind === "unclear") log("warn", "cloudflare_call_unclear", { step, reason: outcome.reason });
    changes.push({ row, change: step === "forget" ? { drop: true } : afterStep(row, step, outcome, now) });
  });
  return { changes, blockedUntil };
}
