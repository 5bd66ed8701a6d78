/** Who is waiting for a render: a verified crawler, another crawler, or nobody (stale pages, prewarming, audits). */
export type RenderPriority = "verified" | "live" | "background";

/** A render that needs a tab. `waitUntil`: end of its wait, epoch ms. */
export interface TurnAsk {
  id: number;
  accountId: string;
  domainId: string;
  priority: RenderPriority;
  waitUntil: number;
}

export interface TurnsState {
  /** Renders that have a tab. */
  held: readonly TurnAsk[];
  /** Renders that wait for a tab, oldest first. */
  waiting: readonly TurnAsk[];
  /** Number of the last turn of each account and domain that holds a tab or waits, by the keys of `keysOf`. */
  served: ReadonlyMap<string, number>;
  turns: number;
  /** When a crawler last asked, epoch ms. */
  crawlerAt: number;
}

export type TurnEvent = { type: "ask"; ask: TurnAsk } | { type: "end"; id: number } | { type: "tick" };
export type TurnEffect = { type: "start"; id: number } | { type: "refuse"; id: number; reason: TurnRefusal };
export type TurnRefusal = "too_many_waiting" | "waited_too_long";

export interface TurnLimits {
  /** Pages rendered at once. */
  tabs: number;
  /** Places for the waiting renders of one account, in each priority. A single domain gets half of them. */
  queue: number;
}

/** The limits of each pool of the service. */
export const POOL_LIMITS: TurnLimits = { tabs: 8, queue: 100 };

export const NO_TURNS: TurnsState = { held: [], waiting: [], served: new Map(), turns: 0, crawlerAt: -Infinity };

/** This share of the tabs is reserved for crawlers while they come, and one tab when none has come for a while. */
const LIVE_SHARE = 0.3;
const QUIET_MS = 10_000;

/**
 * Decides who renders next. A crawler takes a tab only while more tabs are free than its account holds, whatever the number of
 * the account's domains: a single account gets half of them, and however many accounts keep tabs for long, the next one finds a
 * free tab. Among waiting accounts, the one with the fewest tabs goes first, then the one served longest ago. The same
 * order applies to the domains of an account; within a domain, verified crawlers go first. Background renders start
 * only when no crawler can. They take all tabs but the reserved ones, half of them at most for one account, because a browser
 * costs the same however many tabs it uses. Every wait ends, with a turn or a refusal, by the first event at or after its
 * `waitUntil`.
 */
export function stepTurns(
  state: TurnsState,
  event: TurnEvent,
  limits: TurnLimits,
  now: number,
): { state: TurnsState; effects: TurnEffect[] } {
  const effects: TurnEffect[] = [];
  let { held, waiting } = state;
  if (event.type === "end") held = held.filter(({ id }) => id !== event.id);
  waiting = waiting.filter(({ id, waitUntil }) => {
    if (waitUntil > now) return true;
    effects.push({ type: "refuse", id, reason: "waited_too_long" });
    return false;
  });
  let { crawlerAt } = state;
  if (event.type === "ask") {
    const { ask } = event;
    if (ask.priority !== "background") crawlerAt = now;
    if (isQueueFull(waiting, ask, limits.queue))
      effects.push({ type: "refuse", id: ask.id, reason: "too_many_waiting" });
    else waiting = [...waiting, ask];
  }
  const reserved = Math.min(Math.floor(limits.tabs * LIVE_SHARE), now - crawlerAt > QUIET_MS ? 1 : Infinity);
  const next = { held, waiting, served: state.served, turns: state.turns, crawlerAt };
  return { state: grant(next, limits.tabs, reserved, effects), effects };
}

/** When the next wait ends, epoch ms; null if nothing waits. */
export function nextWaitEnd({ waiting }: TurnsState): number | null {
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ waitUntil }) => waitUntil));
}

/** A domain takes a place of its account's queue only while more places are free than it has. */
function isQueueFull(waiting: readonly TurnAsk[], ask: TurnAsk, places: number): boolean {
  const account = waiting.filter((each) => each.accountId === ask.accountId && each.priority === ask.priority);
  const domain = account.filter(({ domainId }) => domainId === ask.domainId);
  return domain.length >= places - account.length;
}

/** Gives turns until none can be taken. */
function grant(state: TurnsState, tabs: number, reserved: number, effects: TurnEffect[]): TurnsState {
  const { held, waiting, served, turns, crawlerAt } = state;
  const tabsOf = countTabs(held);
  const lastTurn = new Map(served);
  const holding = [...held];
  let rest = waiting;
  let turn = turns;
  for (;;) {
    const free = tabs - holding.length;
    const chosen = choose(rest, { free, tabs, reserved, tabsOf, lastTurn });
    if (!chosen) break;
    rest = rest.filter(({ id }) => id !== chosen.id);
    holding.push(chosen);
    turn++;
    for (const key of keysOf(chosen)) {
      tabsOf.set(key, (tabsOf.get(key) ?? 0) + 1);
      lastTurn.set(key, turn);
    }
    effects.push({ type: "start", id: chosen.id });
  }
  const present = new Set([...holding, ...rest].flatMap(keysOf));
  for (const key of lastTurn.keys()) if (!present.has(key)) lastTurn.delete(key);
  return { held: holding, waiting: rest, served: lastTurn, turns: turn, crawlerAt };
}

interface Room {
  free: number;
  tabs: number;
  /** Tabs that only crawlers get. */
  reserved: number;
  tabsOf: ReadonlyMap<string, number>;
  lastTurn: ReadonlyMap<string, number>;
}

/** Who shares: first the account, then the domain within it. */
function keysOf({ accountId, domainId }: TurnAsk): [account: string, domain: string] {
  return [`account ${accountId}`, `domain ${domainId}`];
}

/** Lower goes first: the lane, then the account's tabs and last turn, then the domain's, then verified crawlers. */
function rank(ask: TurnAsk, { tabsOf, lastTurn }: Room): number[] {
  const shares = keysOf(ask).flatMap((key) => [tabsOf.get(key) ?? 0, lastTurn.get(key) ?? 0]);
  return [ask.priority === "background" ? 1 : 0, ...shares, ask.priority === "verified" ? 0 : 1];
}

/** How many tabs the account of a render may hold, with this one. */
function most({ priority }: TurnAsk, { free, tabs, reserved }: Room): number {
  if (priority !== "background") return free;
  return free > reserved ? Math.ceil(tabs / 2) : 0;
}

function choose(waiting: readonly TurnAsk[], room: Room): TurnAsk | null {
  let best: { ask: TurnAsk; rank: number[] } | null = null;
  for (const ask of waiting) {
    if ((room.tabsOf.get(keysOf(ask)[0]) ?? 0) >= most(ask, room)) continue;
    const own = rank(ask, room);
    if (best === null || isBefore(own, best.rank)) best = { ask, rank: own };
  }
  return best?.ask ?? null;
}

function isBefore(left: readonly number[], right: readonly number[]): boolean {
  const at = left.findIndex((each, index) => each !== right[index]);
  return at >= 0 && left[at]! < right[at]!;
}

function countTabs(held: readonly TurnAsk[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of held.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
