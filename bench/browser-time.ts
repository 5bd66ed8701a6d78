/**
 * How long a browser is open per render, by simulation: crawlers' sessions ask one pool for renders, and the service's own code
 * decides when renders that nobody waits for are due, who gets a tab and when the browser is closed.
 */
import { secondsToGathering } from "../src/prerender/core/turns/gathering.ts";
import { POOL_LIMITS } from "../src/prerender/core/turns/render-turns.ts";
import { SETTINGS } from "../src/settings/table.ts";
import { seeded } from "../test/support/seeded.ts";
import { SimulatedPool, type Asked, type Policy } from "./simulated-pool.ts";

const DAY_MS = 86_400_000;
/** Simulated renders, in one cycle from quiet to busy and back. */
const RENDERS = 5_000;
/** What found no tab is tried again after twice the pause each time. */
const RETRY_MS = 10_000;
const MAX_RETRY_MS = 900_000;
const { tabs } = POOL_LIMITS;

export const POLICY: Policy = {
  idleMs: SETTINGS.BROWSER_IDLE_SECONDS.default * 1_000,
  gatherSeconds: SETTINGS.RENDER_GATHER_SECONDS.default,
};

export interface Customers {
  customers: number;
  /** Per customer. */
  domains: number;
  rendersPerDay: number;
}

export interface RenderHabits {
  /** How long a page takes in its tab, on average. */
  tabMs: number;
  /** Share of all tabs that are busy in a busy hour. Decides how many pools there are, so how many customers share one. */
  busyTabs: number;
  /** Renders that follow from one session of a crawler on one site, and the mean pause between two. */
  sessionRenders: number;
  sessionPauseMs: number;
  /** Share of the sessions whose crawler waits, because its pages are not in the cache. */
  awaited: number;
  busyHour: number;
}

/** How many pools the customers need. */
export function poolsOf({ customers, rendersPerDay }: Customers, { tabMs, busyTabs, busyHour }: RenderHabits): number {
  const busy = ((customers * rendersPerDay) / DAY_MS) * tabMs * busyHour;
  return Math.max(1, Math.ceil(busy / (tabs * busyTabs)));
}

/** Per render: how long a browser is open, how many are opened, how many tries found no tab in time; and how long it takes to a tab. */
export function browserTime(of: Customers, habits: RenderHabits, policy = POLICY) {
  const pools = poolsOf(of, habits);
  const share = of.customers / pools;
  const random = seeded(1);
  const asked: Asked[] = [];
  const lengthMs = (RENDERS / (share * of.rendersPerDay)) * DAY_MS;
  while (asked.length < RENDERS) {
    const start = random();
    // The traffic of a day is a wave around its mean.
    if (random() * habits.busyHour > 1 + (habits.busyHour - 1) * Math.sin(2 * Math.PI * start)) continue;
    const account = Math.floor(random() * Math.ceil(share));
    const ids = { accountId: `${account}`, domainId: `${account}-${Math.floor(random() * of.domains)}` };
    const priority = random() < habits.awaited ? "live" : "background";
    for (let i = 0, cameAt = start * lengthMs; i < habits.sessionRenders; i++) {
      const delayMs = priority === "live" ? 0 : secondsToGathering(policy.gatherSeconds, 0, cameAt) * 1_000;
      asked.push({ cameAt, at: cameAt + delayMs, tries: 0, priority, ids });
      cameAt -= Math.log(1 - random()) * habits.sessionPauseMs;
    }
  }
  asked.sort((left, right) => left.at - right.at);
  return { pools, share, ...simulate(asked, () => habits.tabMs * (0.5 + random()), policy) };
}

/** One pool, until all renders are done and its browser is closed. */
function simulate(asked: Asked[], tabMs: () => number, policy: Policy) {
  const pool = new SimulatedPool(tabMs, policy, (ask, now) => {
    const at = now + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** ask.tries);
    const place = asked.findIndex((each, i) => i >= next && each.at > at);
    asked.splice(place < 0 ? asked.length : place, 0, { ...ask, at, tries: ask.tries + 1 });
  });
  let next = 0;
  for (;;) {
    const askAt = asked[next]?.at ?? Infinity;
    if (askAt === Infinity && pool.nextAt === Infinity) break;
    if (pool.nextAt <= askAt) pool.pass(pool.nextAt);
    else pool.take(asked[next++]!, askAt);
  }
  const { openMs, rendered, openings, refused, gaveUp, coldStarts, waits } = pool;
  const count = waits.live.length;
  return {
    openMs: openMs / rendered,
    openings: openings / rendered,
    refused: refused / rendered,
    /** Of the renders that somebody waits for: that found no tab, and that started the browser. */
    gaveUp,
    coldStarts: coldStarts / Math.max(1, count),
    toTab: { live: waitOf(waits.live), background: waitOf(waits.background) },
  };
}

function waitOf(waits: number[]): { mean: number; p95: number } {
  const sorted = waits.toSorted((left, right) => left - right);
  const sum = sorted.reduce((all, each) => all + each, 0);
  return { mean: sum / Math.max(1, sorted.length), p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}
