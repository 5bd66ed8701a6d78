/** Who waits for a render: a verified crawler, another crawler, or nobody (stale pages, prewarming, audits). */
export type RenderPriority = "verified" | "live" | "background";

/** A render that needs a tab. `waitUntil`: end of its wait, epoch ms. */
export interface TurnAsk {
  id: number;
  domainId: string;
  priority: RenderPriority;
  waitUntil: number;
}

export interface TurnsState {
  /** Renders that have a tab. */
  held: readonly TurnAsk[];
  /** Renders waiting for a tab, in order of arrival. */
  waiting: readonly TurnAsk[];
  /** Domain → number of its last turn, for domains that hold a tab or wait. */
  served: ReadonlyMap<string, number>;
  turns: number;
}

export type TurnEvent = { type: "ask"; ask: TurnAsk } | { type: "end"; id: number } | { type: "tick" };
export type TurnEffect = { type: "start"; id: number } | { type: "refuse"; id: number; reason: TurnRefusal };
export type TurnRefusal = "too_many_waiting" | "waited_too_long";

export interface TurnLimits {
  /** Pages rendered at once. */
  tabs: number;
  /** Renders of one domain that may wait at once, per priority. */
  queue: number;
}

export const NO_TURNS: TurnsState = { held: [], waiting: [], served: new Map(), turns: 0 };

/** This share of the tabs is reserved for crawlers. */
const LIVE_SHARE = 0.3;

/**
 * Decides who renders next. A domain takes a tab only while more tabs are free than it holds: alone it gets half of
 * them, and a further domain always finds one. Among waiting domains the one with the fewest tabs goes first, then the
 * one served longest ago. Within a domain verified crawlers go first. Background renders start only when no crawler
 * can. Every wait ends, with a turn or a refusal, at the first event at or after its `waitUntil`.
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
  if (event.type === "ask") {
    const { ask } = event;
    const ahead = waiting.filter(({ domainId, priority }) => domainId === ask.domainId && priority === ask.priority);
    if (ahead.length >= limits.queue) effects.push({ type: "refuse", id: ask.id, reason: "too_many_waiting" });
    else waiting = [...waiting, ask];
  }
  const next = { held, waiting, served: state.served, turns: state.turns };
  return { state: grant(next, limits, effects), effects };
}

/** When the next wait ends, epoch ms; null if nothing waits. */
export function nextWaitEnd({ waiting }: TurnsState): number | null {
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ waitUntil }) => waitUntil));
}

/** Grants turns until none is possible. */
function grant({ held, waiting, served, turns }: TurnsState, { tabs }: TurnLimits, effects: TurnEffect[]): TurnsState {
  const tabsOf = countTabs(held);
  const lastTurn = new Map(served);
  const holding = [...held];
  let rest = waiting;
  let turn = turns;
  for (;;) {
    const free = tabs - holding.length;
    const chosen = choose(rest, { free, tabs, tabsOf, lastTurn });
    if (!chosen) break;
    rest = rest.filter(({ id }) => id !== chosen.id);
    holding.push(chosen);
    tabsOf.set(chosen.domainId, (tabsOf.get(chosen.domainId) ?? 0) + 1);
    lastTurn.set(chosen.domainId, ++turn);
    effects.push({ type: "start", id: chosen.id });
  }
  const present = new Set([...holding, ...rest].map(({ domainId }) => domainId));
  for (const domainId of lastTurn.keys()) if (!present.has(domainId)) lastTurn.delete(domainId);
  return { held: holding, waiting: rest, served: lastTurn, turns: turn };
}

interface Room {
  free: number;
  tabs: number;
  tabsOf: ReadonlyMap<string, number>;
  lastTurn: ReadonlyMap<string, number>;
}

/** Sort key, lower first: the lane, then the domain's tabs, then its last turn, then verified crawlers. */
function rank({ domainId, priority }: TurnAsk, { tabsOf, lastTurn }: Room): number[] {
  const crawler = priority !== "background";
  return [crawler ? 0 : 1, tabsOf.get(domainId) ?? 0, lastTurn.get(domainId) ?? 0, priority === "verified" ? 0 : 1];
}

function choose(waiting: readonly TurnAsk[], room: Room): TurnAsk | null {
  let best: { ask: TurnAsk; rank: number[] } | null = null;
  for (const ask of waiting) {
    const kept = ask.priority === "background" ? Math.floor(room.tabs * LIVE_SHARE) : 0;
    if ((room.tabsOf.get(ask.domainId) ?? 0) >= room.free - kept) continue;
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
  for (const { domainId } of held) counts.set(domainId, (counts.get(domainId) ?? 0) + 1);
  return counts;
}
