import { expect, it } from "vitest";
import {
  endOfGrant,
  GrantedLeases,
  HeldLeases,
  LEASE_MARGIN_MS,
  LEASE_MS,
} from "../../../../src/prerender/core/read-lease";
import type { SnapshotEntry } from "../../../../src/prerender/core/snapshot";
import { randomNumbers } from "../../../support/answer-history";

const PATHS = ["/a", "/b", "/c"];
const DAY = 86_400_000;

const entryOf = (snap: string, createdAt: number): SnapshotEntry => ({
  snap,
  status: 200,
  createdAt,
  etag: "",
  bytes: 1,
  renderMs: 1,
  words: 1,
  headers: {},
});

/** Discrete events in real time; everything in the system reads a clock of its own instead. */
class World {
  now = 0;
  private readonly events: Array<{ at: number; run: () => void }> = [];

  constructor(private readonly random: () => number) {}

  between = (least: number, most: number) => least + this.random() * (most - least);

  after(ms: number, run: () => void): void {
    const at = this.now + ms;
    const place = this.events.findIndex((event) => event.at > at);
    this.events.splice(place < 0 ? this.events.length : place, 0, { at, run });
  }

  runUntil(end: number): void {
    for (let event = this.events.shift(); event && event.at <= end; event = this.events.shift()) {
      this.now = event.at;
      event.run();
    }
  }

  /** A clock that is off by hours and runs up to 4 % too fast or too slow. */
  clock(): (at?: number) => number {
    const offset = this.between(-2 * DAY, 2 * DAY) + 10 * DAY;
    const rate = this.between(0.96, 1.04);
    return (at = this.now) => offset + at * rate;
  }
}

/** One domain's index with the isolates that read from it. Returns what was read too late, and counts. */
function play(seed: number, { leaseWaits }: { leaseWaits: boolean }) {
  const world = new World(randomNumbers(seed));
  const { between, after } = { between: world.between, after: world.after.bind(world) };
  const counts = { reads: 0, leased: 0, invalidations: 0, restarts: 0, slowest: 0 };
  const stale: string[] = [];
  /** Path → the version that reads which start now must have reached. */
  const promised = new Map(PATHS.map((path) => [path, 0]));
  const index = {
    clock: world.clock(),
    leases: new GrantedLeases(),
    granted: false,
    content: 0,
    removals: 0,
    entries: new Map(PATHS.map((path) => [path, 0])),
  };

  function restart(): void {
    counts.restarts++;
    // Another machine may run it, with another clock.
    index.clock = world.clock();
    index.leases = new GrantedLeases(index.granted ? endOfGrant(index.clock()) : 0);
    after(between(200, 5_000), restart);
  }

  function render(path: string): void {
    const version = index.content;
    const { removals } = index;
    after(between(1, 50), () => {
      if (removals === index.removals) index.entries.set(path, version);
      else render(path);
    });
  }

  function invalidate(): void {
    const paths = between(0, 1) < 0.2 ? null : PATHS.filter(() => between(0, 1) < 0.5);
    const version = ++index.content;
    const askedAt = world.now;
    after(between(0, 30), () => {
      index.removals++;
      for (const path of paths ?? PATHS) {
        index.entries.delete(path);
        render(path);
      }
      // The reading may be a little old, because a clock stands still between I/O.
      const ms = leaseWaits ? index.leases.remainingMs(paths, index.clock(world.now - between(0, 20))) : 0;
      after(ms + between(0, 30), () => {
        counts.invalidations++;
        counts.slowest = Math.max(counts.slowest, world.now - askedAt);
        for (const path of paths ?? PATHS) promised.set(path, Math.max(promised.get(path)!, version));
      });
    });
    after(between(10, 3_000), invalidate);
  }

  function reader(clock: (at?: number) => number, held: HeldLeases): void {
    counts.reads++;
    const path = PATHS[Math.floor(between(0, PATHS.length))]!;
    const startedAt = world.now;
    const least = promised.get(path)!;
    const pause = () => (between(0, 1) < 0.02 ? between(0, 4_000) : between(0, 5));
    const answer = (version: number, how: string) => {
      if (version < least) stale.push(`seed ${seed}: ${path} ${how}: version ${version}, promised ${least}`);
    };
    after(pause(), () => {
      // As early as the request, as late as now.
      const now = clock(between(startedAt, world.now));
      const leased = held.entryOf(path, 24, now);
      if (leased) {
        counts.leased++;
        return answer(Number(leased.snap), "leased");
      }
      const wantsLease = held.ask(path, now);
      after(pause(), () => {
        const version = index.entries.get(path);
        const isLeased =
          version !== undefined && wantsLease && index.leases.grant(path, index.clock(world.now - between(0, 20)));
        index.granted ||= isLeased;
        after(pause(), () => {
          if (version === undefined) return;
          if (isLeased) held.hold(path, entryOf(String(version), now), now);
          answer(version, "from the index");
        });
      });
    });
    after(between(1, 60), () => reader(clock, held));
  }

  for (let i = 0; i < 6; i++) {
    const [clock, held] = [world.clock(), new HeldLeases()];
    for (let lane = 0; lane < 3; lane++) after(between(0, 50), () => reader(clock, held));
  }
  after(100, invalidate);
  after(150, invalidate);
  after(between(200, 5_000), restart);
  world.runUntil(60_000);
  return { ...counts, stale };
}

it("no read that starts after an invalidation's answer gets an older version, whatever clocks and pauses do", () => {
  const runs = Array.from({ length: 40 }, (_, seed) => play(seed, { leaseWaits: true }));
  expect(runs.flatMap(({ stale }) => stale)).toEqual([]);
  const sum = (key: "reads" | "leased" | "invalidations" | "restarts") => runs.reduce((all, run) => all + run[key], 0);
  expect(sum("leased") / sum("reads"), "most reads are leased").toBeGreaterThan(0.5);
  expect(sum("invalidations")).toBeGreaterThan(1_000);
  expect(sum("restarts")).toBeGreaterThan(500);
  expect(Math.max(...runs.map(({ slowest }) => slowest))).toBeLessThan(1_500);
});

it("the same play finds stale reads when invalidations don't wait", () => {
  expect(play(1, { leaseWaits: false }).stale).not.toEqual([]);
});

it("a lease starts before the question, ends with the page's freshness and when the clock is set back", () => {
  const held = new HeldLeases();
  const made = 100 * DAY;
  expect(held.ask("/a", made)).toBe(false);
  expect(held.ask("/a", made + 10)).toBe(true);
  held.hold("/a", entryOf("1", made), made + 10);
  expect(held.entryOf("/a", 24, made + 10)).not.toBeNull();
  expect(held.entryOf("/a", 24, made + 9)).toBeNull();
  expect(held.entryOf("/a", 24, made + 9 + LEASE_MS)).not.toBeNull();
  expect(held.entryOf("/a", 24, made + 10 + LEASE_MS)).toBeNull();
  held.hold("/b", entryOf("1", made), made + DAY - 500);
  expect(held.entryOf("/b", 24, made + DAY - 1)).not.toBeNull();
  expect(held.entryOf("/b", 24, made + DAY), "stale pages are reported to the index").toBeNull();
});

it("an index waits only for the leases of the pages it removes, and never longer than a lease lasts", () => {
  const leases = new GrantedLeases();
  leases.grant("/a", 1_000);
  leases.grant("/b", 1_400);
  expect(leases.remainingMs(["/cold"], 1_500)).toBe(0);
  expect(leases.remainingMs(["/a", "/cold"], 1_500)).toBe(500 + LEASE_MARGIN_MS);
  expect(leases.remainingMs(null, 1_500)).toBe(900 + LEASE_MARGIN_MS);
  expect(leases.remainingMs(null, 2_600)).toBe(0);
  expect(leases.remainingMs(null, 0), "a clock that was set back").toBe(LEASE_MS + LEASE_MARGIN_MS);
});

it("an isolate and an index remember a bounded number of pages", () => {
  const [leases, held] = [new GrantedLeases(), new HeldLeases()];
  const granted = Array.from({ length: 6_000 }, (_, i) => leases.grant(`/${i}`, 1_000));
  expect(granted.filter(Boolean)).toHaveLength(5_000);
  expect(leases.grant("/later", 3_000), "leases that have ended make room").toBe(true);
  for (let i = 0; i < 3_000; i++) held.hold(`/${i}`, entryOf("1", 1_000), 1_000);
  expect(held.entryOf("/0", 24, 1_001)).toBeNull();
  expect(held.entryOf("/2999", 24, 1_001)).not.toBeNull();
});
