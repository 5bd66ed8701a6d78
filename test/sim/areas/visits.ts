import { recordVisits, type VisitEvent } from "../../../src/analytics/count/record-visits";
import { visitsOf } from "../../../src/analytics/count/visits-of";
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from "../../../src/lib/time/time";
import { addAccount, addDomain, SimulatedService } from "../platform/service";
import { Broken, type World } from "../world";
import type { Simulation } from "./area";

const AGENTS = [
  { token: "GPTBot", provider: "OpenAI", kind: "llm-training" },
  { token: "Googlebot", provider: "Google", kind: "search" },
] as const;
const DOMAINS = ["dom-a", "dom-b"];

type Visit = VisitEvent;
const cellOf = (visit: Visit) => `${utcDay(visit.at)} ${visit.path} ${visit.token}`;

/** Visits reach the queue in the forms of this release and of older ones, twice and late; each must count once. */
export function simulateVisits(world: World): Simulation {
  const service = new SimulatedService();
  addAccount("acc", "pro");
  for (const id of DOMAINS) addDomain(id, "acc", `${id}.example`);
  /** Visits that the queue has taken, or may have: id → visit. */
  const told = { taken: new Map<string, Visit>(), unsure: new Map<string, Visit>() };
  const visits: Visit[] = [];
  const spanMs = world.pick([2 * MINUTE_MS, 30 * HOUR_MS]);
  for (let i = world.int(5, 25); i > 0; i--) visits.push(newVisit(world, i));

  const send = (batch: Visit[]) => {
    for (const visit of batch) if (!told.taken.has(visit.id)) told.unsure.set(visit.id, visit);
    const sent = service.worker("edge", () =>
      world.chance(0.3) ? sendAsOlder(world, service, batch) : recordVisits(service.env.VISIT_QUEUE, batch),
    );
    void sent.then((taken) => {
      if (taken) for (const visit of batch) told.taken.set(visit.id, visit);
      // The site reports them again, under their ids.
      else world.later(world.int(100, 20_000), null, () => send(batch));
    });
  };
  for (let from = 0; from < visits.length;) {
    const batch = visits.slice(from, (from += world.int(1, 8)));
    const repeats = world.chance(0.3) ? 2 : 1;
    for (let i = 0; i < repeats; i++) world.later(world.int(0, spanMs), null, () => send(batch));
  }
  // The daily upkeep merges the log, and forgets ids that can't come again.
  for (const id of DOMAINS)
    for (let times = world.int(0, 3); times > 0; times--)
      world.later(world.int(0, spanMs), null, () => {
        void service.worker("upkeep", () => visitsOf(service.env, id).upkeep(world.now)).catch(() => undefined);
      });

  return {
    service,
    faultsMs: spanMs + MINUTE_MS,
    settlesMs: 2 * HOUR_MS,
    tick: () => undefined,
    check: () => undefined,
    isSettled: () => service.openMessages === 0,
    end: async () => {
      if (service.queue("crawlready-visits").dead.length > 0) throw new Broken("visits became dead letters");
      for (const domain of DOMAINS) {
        const known = visits.filter((visit) => visit.domainId === domain);
        const counted = await countedIn(service, domain);
        const cells = new Set([...counted.keys(), ...known.map(cellOf)]);
        for (const cell of cells) {
          const of = known.filter((visit) => cellOf(visit) === cell);
          const sum = (some: Visit[]) => some.reduce((all, { times = 1 }) => all + times, 0);
          const least = sum(of.filter(({ id }) => told.taken.has(id)));
          const most = sum(of.filter(({ id }) => told.taken.has(id) || told.unsure.has(id)));
          const found = counted.get(cell) ?? 0;
          if (found < least || found > most)
            throw new Broken(`${domain}: ${cell} has ${found} visits instead of ${least} to ${most}`);
        }
      }
    },
  };
}

function newVisit(world: World, i: number): Visit {
  return {
    id: `v${i}`,
    domainId: world.pick(DOMAINS),
    at: world.now - world.int(0, 2) * DAY_MS,
    path: world.pick(["/", "/a", "/b"]),
    ...world.pick(AGENTS),
    servedBy: world.pick(["cache", "render"] as const),
    status: 200,
    ...(world.chance(0.2) && { times: world.int(2, 5) }),
  };
}

/** As the first release sent visits: one per message, and none with `times`. */
async function sendAsOlder(world: World, service: SimulatedService, batch: Visit[]): Promise<boolean> {
  try {
    await service.env.VISIT_QUEUE.sendBatch(
      batch.map(({ times, ...visit }) => ({ body: times === undefined ? visit : { times, visit } })),
    );
    return true;
  } catch {
    return false;
  }
}

/** What reports say, by day, path and crawler. */
async function countedIn(service: SimulatedService, domain: string): Promise<Map<string, number>> {
  const counted = new Map<string, number>();
  const { rows } = await visitsOf(service.env, domain).exportDays(0);
  for (const { day, path, token, cache, render } of rows) {
    const cell = `${day} ${path} ${token}`;
    counted.set(cell, (counted.get(cell) ?? 0) + cache + render);
  }
  return counted;
}
