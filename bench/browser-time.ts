/**
 * How long a browser is open per render, by simulation: crawlers' sessions ask one pool for renders, and the pool's own code
 * decides who gets a tab and when the browser is closed.
 */
import { closesAt, nextLookAt, type BrowserUse } from "../src/prerender/core/turns/browser-idle.ts";
import * as turnsOf from "../src/prerender/core/turns/render-turns.ts";
import { SETTINGS } from "../src/settings/table.ts";
import { seeded } from "../test/support/seeded.ts";

const DAY_MS = 86_400_000;
/** Simulated renders, in one cycle from quiet to busy and back. */
const RENDERS = 5_000;
/** A session of many renders hides it: only the first waits for the browser. */
const START_MS = 1_500;
/** Nobody waits for most renders: the crawler has got the stale page. */
const WAIT_MS = 30_000;
/** What found no tab is tried again after twice the pause each time. */
const RETRY_MS = 10_000;
const MAX_RETRY_MS = 900_000;
export const IDLE_MS = SETTINGS.BROWSER_IDLE_SECONDS.default * 1_000;
const { tabs } = turnsOf.POOL_LIMITS;

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
  busyHour: number;
}

interface Asked {
  at: number;
  tries: number;
  ids: { accountId: string; domainId: string };
}

/** How many pools the customers need. */
export function poolsOf({ customers, rendersPerDay }: Customers, { tabMs, busyTabs, busyHour }: RenderHabits): number {
  const busy = ((customers * rendersPerDay) / DAY_MS) * tabMs * busyHour;
  return Math.max(1, Math.ceil(busy / (tabs * busyTabs)));
}

/** Per render: how long a browser is open, how many are opened, and how many tries found no tab in time. */
export function browserTime(of: Customers, habits: RenderHabits, idleMs = IDLE_MS) {
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
    for (let i = 0, at = start * lengthMs; i < habits.sessionRenders; i++) {
      asked.push({ at, tries: 0, ids });
      at -= Math.log(1 - random()) * habits.sessionPauseMs;
    }
  }
  asked.sort((left, right) => left.at - right.at);
  return { pools, share, ...simulate(asked, () => habits.tabMs * (0.5 + random()), idleMs) };
}

/** One pool, until all renders are done and its browser is closed. */
function simulate(asked: Asked[], tabMs: () => number, idleMs: number) {
  const pool = new SimulatedPool(tabMs, idleMs, (ask, now) => {
    const at = now + Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** ask.tries);
    const place = asked.findIndex((each, i) => i >= next && each.at > at);
    asked.splice(place < 0 ? asked.length : place, 0, { ...ask, at, tries: ask.tries + 1 });
  });
  let next = 0;
  for (;;) {
    const askAt = asked[next]?.at ?? Infinity;
    if (askAt === Infinity && pool.nextAt === Infinity) break;
    if (pool.nextAt <= askAt) pool.pass(pool.nextAt);
    else pool.ask(asked[next++]!, askAt);
  }
  const { openMs, rendered, openings } = pool;
  return { openMs: openMs / rendered, openings: openings / rendered, refused: (asked.length - rendered) / rendered };
}

/** The pool's object and its browser, in simulated time. */
class SimulatedPool {
  openMs = 0;
  openings = 0;
  rendered = 0;
  private turns = turnsOf.NO_TURNS;
  private browser: (BrowserUse & { openedAt: number }) | null = null;
  private lookAt = Infinity;
  private readonly ends = new Map<number, number>();
  private readonly asks: Asked[] = [];

  private readonly tabMs: () => number;
  private readonly idleMs: number;
  private readonly refuse: (ask: Asked, now: number) => void;

  constructor(tabMs: () => number, idleMs: number, refuse: (ask: Asked, now: number) => void) {
    this.tabMs = tabMs;
    this.idleMs = idleMs;
    this.refuse = refuse;
  }

  /** When something happens by itself. */
  get nextAt(): number {
    return Math.min(...this.ends.values(), this.lookAt, turnsOf.nextWaitEnd(this.turns) ?? Infinity);
  }

  ask(ask: Asked, now: number): void {
    const id = this.asks.push(ask) - 1;
    this.step({ type: "ask", ask: { ...ask.ids, id, priority: "background", waitUntil: now + WAIT_MS } }, now);
  }

  pass(now: number): void {
    const ended = [...this.ends].find(([, at]) => at === now);
    if (ended) this.end(ended[0], now);
    else if (now === this.lookAt) this.look(now);
    else this.step({ type: "tick" }, now);
  }

  private step(event: turnsOf.TurnEvent, now: number): void {
    const { state, effects } = turnsOf.stepTurns(this.turns, event, turnsOf.POOL_LIMITS, now);
    this.turns = state;
    for (const { type, id } of effects) {
      if (type === "refuse") this.refuse(this.asks[id]!, now);
      else this.begin(id, now);
    }
  }

  private begin(id: number, now: number): void {
    if (this.lookAt === Infinity) this.lookAt = nextLookAt(this.browser, this.idleMs, now);
    this.browser ??= { openedAt: now, active: 0, usedAt: now };
    this.browser.active++;
    this.ends.set(id, Math.max(now, this.browser.openedAt + START_MS) + this.tabMs());
  }

  private end(id: number, now: number): void {
    this.ends.delete(id);
    this.rendered++;
    this.browser!.active--;
    this.browser!.usedAt = now;
    this.step({ type: "end", id }, now);
  }

  private look(now: number): void {
    this.lookAt = nextLookAt(this.browser, this.idleMs, now);
    if (!this.browser || (closesAt(this.browser, this.idleMs) ?? Infinity) > now) return;
    this.openMs += now - this.browser.openedAt;
    this.openings++;
    this.browser = null;
    this.lookAt = Infinity;
  }
}
