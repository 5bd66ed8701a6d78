/** A render pool in simulated time: the service's own code decides who gets a tab and when the browser is closed. */
import {
  closesAt,
  idleTimes,
  keptAfter,
  nextLookAt,
  type BrowserUse,
} from "../src/prerender/core/turns/browser-idle.ts";
import * as turnsOf from "../src/prerender/core/turns/render-turns.ts";

/** A session of many renders hides it: only the first waits for the browser. */
const START_MS = 1_500;
/** How long a crawler waits for a tab, and a message. */
const WAIT_MS = { live: 10_000, background: 30_000 };
/** Messages that the consumer has at once (wrangler.toml: batches and their size); further ones wait in the queue. */
const MESSAGES = 40;

/** What the operator sets. */
export interface Policy {
  idleMs: number;
  gatherSeconds: number;
}

export interface Asked {
  /** When its crawler came, and when it is to be rendered. */
  cameAt: number;
  at: number;
  tries: number;
  priority: "live" | "background";
  ids: { accountId: string; domainId: string };
}

/** The pool's object and its browser, in simulated time. */
export class SimulatedPool {
  openMs = 0;
  openings = 0;
  rendered = 0;
  refused = 0;
  gaveUp = 0;
  coldStarts = 0;
  /** From a crawler's request to a tab in a browser that has started. */
  readonly waits = { live: [] as number[], background: [] as number[] };
  private turns = turnsOf.NO_TURNS;
  private browser: (BrowserUse & { openedAt: number }) | null = null;
  private lookAt = Infinity;
  private messages = 0;
  private readonly queued: Asked[] = [];
  private readonly ends = new Map<number, number>();
  private readonly asks: Asked[] = [];
  private readonly idle: ReturnType<typeof idleTimes>;
  private readonly tabMs: () => number;
  private readonly retry: (ask: Asked, now: number) => void;

  constructor(tabMs: () => number, policy: Policy, retry: (ask: Asked, now: number) => void) {
    this.tabMs = tabMs;
    this.idle = idleTimes(policy.idleMs, policy.gatherSeconds);
    this.retry = retry;
  }

  /** When something happens by itself. */
  get nextAt(): number {
    return Math.min(...this.ends.values(), this.lookAt, turnsOf.nextWaitEnd(this.turns) ?? Infinity);
  }

  /** A crawler asks, or a message is due. */
  take(ask: Asked, now: number): void {
    if (ask.priority === "background" && this.messages === MESSAGES) this.queued.push(ask);
    else this.ask(ask, now);
  }

  pass(now: number): void {
    const ended = [...this.ends].find(([, at]) => at === now);
    if (ended) this.end(ended[0], now);
    else if (now === this.lookAt) this.look(now);
    else this.step({ type: "tick" }, now);
  }

  private ask(ask: Asked, now: number): void {
    const { ids, priority } = ask;
    const id = this.asks.push(ask) - 1;
    if (priority === "background") this.messages++;
    this.step({ type: "ask", ask: { ...ids, id, priority, waitUntil: now + WAIT_MS[priority] } }, now);
  }

  private step(event: turnsOf.TurnEvent, now: number): void {
    const { state, effects } = turnsOf.stepTurns(this.turns, event, turnsOf.POOL_LIMITS, now);
    this.turns = state;
    for (const { type, id } of effects) {
      if (type === "refuse") this.refuse(this.asks[id]!, now);
      else this.begin(id, now);
    }
  }

  private refuse(ask: Asked, now: number): void {
    if (ask.priority === "live") return void this.gaveUp++;
    this.refused++;
    this.retry(ask, now);
    this.endMessage(now);
  }

  private endMessage(now: number): void {
    this.messages--;
    const next = this.queued.shift();
    if (next) this.ask(next, now);
  }

  private begin(id: number, now: number): void {
    const { priority, cameAt } = this.asks[id]!;
    if (this.lookAt === Infinity) this.lookAt = nextLookAt(this.browser, this.idle, now);
    if (!this.browser && priority === "live") this.coldStarts++;
    this.browser ??= { openedAt: now, active: 0, keptUntil: now + this.idle.unawaited };
    this.browser.active++;
    const from = Math.max(now, this.browser.openedAt + START_MS);
    this.waits[priority].push(from - cameAt);
    this.ends.set(id, from + this.tabMs());
  }

  private end(id: number, now: number): void {
    const { priority } = this.asks[id]!;
    this.ends.delete(id);
    this.rendered++;
    this.browser!.active--;
    const idleMs = priority === "live" ? this.idle.awaited : this.idle.unawaited;
    this.browser!.keptUntil = keptAfter(this.browser!, idleMs, now);
    this.step({ type: "end", id }, now);
    if (priority === "background") this.endMessage(now);
    this.lookAt = Math.min(this.lookAt, nextLookAt(this.browser, this.idle, now));
  }

  private look(now: number): void {
    this.lookAt = nextLookAt(this.browser, this.idle, now);
    if (!this.browser || (closesAt(this.browser) ?? Infinity) > now) return;
    this.openMs += now - this.browser.openedAt;
    this.openings++;
    this.browser = null;
    this.lookAt = Infinity;
  }
}
