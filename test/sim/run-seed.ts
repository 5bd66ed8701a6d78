import type { Area, Simulation } from "./areas/area";
import { simulateAudits } from "./areas/audits";
import { simulateCache } from "./areas/cache";
import { simulateDeploys } from "./areas/deploys";
import { hostnames, simulateHostnames, type HostnameFigures } from "./areas/hostnames";
import { loadPromptWords, simulatePrompts } from "./areas/prompts";
import { simulateVisits } from "./areas/visits";
import { sealHooks, simulateWebhooks } from "./areas/webhooks";
import { nameIsolate } from "./platform/edges";
import { withEmptyDatabase } from "./platform/d1";
import { Broken, NO_FAULTS, World, type Faults } from "./world";

const AREAS: Record<string, Area> = {
  audits: simulateAudits,
  cache: simulateCache,
  deploys: simulateDeploys,
  hostnames: simulateHostnames,
  prompts: simulatePrompts,
  visits: simulateVisits,
  webhooks: simulateWebhooks,
};
export const AREA_NAMES = Object.keys(AREAS);

/** The areas of twenty seeds: those whose worlds take longest get fewer. */
const SHARES = Object.entries({
  visits: 7,
  webhooks: 4,
  cache: 3,
  prompts: 2,
  audits: 1,
  deploys: 1,
  hostnames: 2,
}).flatMap(([area, share]) => Array.from<string>({ length: share }).fill(area));

/** The area that a seed simulates unless one is asked for. */
export const areaOfSeed = (seed: number): string => SHARES[seed % SHARES.length]!;

/** What all worlds share and takes long. */
export async function prepare(): Promise<void> {
  loadPromptWords();
  nameIsolate();
  await sealHooks();
}

/** 2027-03-14, 09:26 UTC. */
const STARTS_AT = 1_805_016_360_000;
const TICK_MS = 15 * 60_000;
/** More than the longest history needs. A world that goes on beyond is stuck in a loop. */
const MOST_STEPS = 60_000;

export interface SeedResult {
  seed: number;
  area: string;
  hash: string;
  steps: number;
  failure: Error | null;
}

/** How bad this world is. */
function faultsOf(world: World): Faults {
  return {
    before: world.pick([0, 0.01, 0.05]),
    after: world.pick([0, 0.01, 0.05]),
    crash: world.pick([0, 0.005, 0.03]),
    kill: world.pick([0, 0.002, 0.01]),
    twice: world.pick([0, 0.1, 0.3]),
    late: world.pick([0, 0.1]),
    lostAlarm: world.pick([0, 0, 0.1]),
  };
}

/** Simulates one seed of an area. */
export async function runSeed(area: string, seed: number, prints = false): Promise<SeedResult> {
  const world = new World(seed, STARTS_AT + (seed % 1_000) * 7_919_000, prints);
  let failure: Error | null = null;
  await withEmptyDatabase(() =>
    world.simulate(async () => {
      try {
        await simulate(world, AREAS[area]!);
      } catch (error) {
        failure = error as Error;
      }
    }),
  );
  return { seed, area, hash: world.hash(), steps: world.steps, failure };
}

/** Simulates so many custom hostnames of one account, with faults that are not rare. */
export async function runHostnames(count: number, perMinute: number, seed: number, prints = false) {
  let figures: HostnameFigures | null = null;
  const area: Area = (world) => {
    const made = hostnames(world, count, perMinute);
    figures = made.figures;
    return made.simulation;
  };
  AREAS["hostnames-at-scale"] = area;
  const result = await runSeed("hostnames-at-scale", seed, prints);
  return { ...result, figures: figures as HostnameFigures | null };
}

async function simulate(world: World, area: Area): Promise<void> {
  const faults = faultsOf(world);
  world.skewMs = world.pick([0, 100, 5_000, 60_000]);
  world.olderShare = world.pick([0, 0, 0.5]);
  world.note(`faults ${JSON.stringify(faults)} skew ${world.skewMs} older ${world.olderShare}`);
  const simulation = area(world);
  try {
    await run(world, simulation, faults);
  } finally {
    for (const { stored } of simulation.service.everyObject()) stored.release();
  }
}

async function run(world: World, simulation: Simulation, faults: Faults): Promise<void> {
  const check = () => {
    if (world.steps > (simulation.mostSteps ?? MOST_STEPS)) throw new Broken("it never ends");
    simulation.check();
  };
  world.faults = faults;
  const endAt = world.now + simulation.faultsMs;
  evictNowAndThen(world, simulation, endAt);
  await world.until(endAt, check);
  world.faults = NO_FAULTS;
  world.olderShare = 0;
  world.note("no more faults");
  await settle(world, simulation, check);
  // What the promise needs is asked of the service.
  const asked = { isOver: false };
  void simulation
    .end()
    .catch((error: unknown) => world.fail(error))
    .finally(() => (asked.isOver = true));
  await world.settle();
  while (!asked.isOver && !world.isQuiet) await world.step(check);
  if (!asked.isOver) throw new Broken("the service does not answer");
  world.rethrow();
}

async function settle(world: World, simulation: Simulation, check: () => void): Promise<void> {
  const limit = world.now + simulation.settlesMs;
  let waitMs = TICK_MS;
  while (!simulation.isSettled()) {
    if (world.now >= limit) throw new Broken("it has not ended in time");
    simulation.tick();
    const until = Math.min(limit, world.now + waitMs);
    // Crons need not keep their pace.
    waitMs = Math.min(2 * waitMs, 6 * TICK_MS);
    while (world.nextAt <= until && !simulation.isSettled()) await world.step(check);
    if (!simulation.isSettled()) await world.until(until, check);
  }
}

/** Objects leave memory while faults last; with each life they get another clock. */
function evictNowAndThen(world: World, simulation: Simulation, endAt: number): void {
  const everyMs = Math.floor(world.pick([0, simulation.faultsMs / 10, simulation.faultsMs / 40]));
  if (everyMs === 0) return;
  const next = () => {
    const awake = [...simulation.service.everyObject()].filter((object) => object.isAwake);
    if (awake.length > 0) world.pick(awake).evict();
    if (world.now < endAt) world.later(world.int(1, 2 * everyMs), null, next);
  };
  world.later(world.int(1, 2 * everyMs), null, next);
}
