import { systemCaller } from "../../../src/accounts";
import { startRun } from "../../../src/audit";
import { ACTIVE, findRun, type RunRow } from "../../../src/audit/repo";
import { upkeepAudits } from "../../../src/audit/runs/keep/upkeep-audits";
import { runPages } from "../../../src/audit/runs/pages/run-pages";
import { openDb } from "../../../src/db/client";
import { DAY_MS, HOUR_MS, MINUTE_MS, utcMonth } from "../../../src/lib/time/time";
import { query } from "../platform/d1";
import { serveHost } from "../platform/network";
import { addAccount, addDomain, SimulatedService } from "../platform/service";
import { Broken, type World } from "../world";
import type { Simulation } from "./area";

const PAGES_PER_RUN = 6;
const isActive = (status: string) => (ACTIVE as readonly string[]).includes(status);

interface StoredRun {
  id: string;
  domainId: string;
  status: RunRow["status"];
  pages: number;
  limit: number;
  archive: string | null;
}

interface ShownPage {
  path: string;
  outcome: string;
  carriedAt: number | null;
}

/** Audits are started, some at once, on small sites: one per domain, each page once, within the account's month. */
export function simulateAudits(world: World): Simulation {
  const service = new SimulatedService({ ALLOW_PRIVATE_HOSTS: "false" });
  // In some worlds one run takes all pages of the month, and runs of both domains start at once.
  const isScarce = world.seed % 5 === 1;
  const pagesPerMonth = isScarce ? PAGES_PER_RUN : 14;
  const limits = { pagesPerRun: PAGES_PER_RUN, pagesPerMonth, onDemandAuditsPerMonth: 4 };
  addAccount("acc", "pro", limits);
  const domains = ["dom-a", "dom-b"].slice(0, world.int(1, 2));
  const sizes = new Map(domains.map((id) => [id, world.int(1, 8)]));
  for (const id of domains) {
    addDomain(id, "acc", `${id}.example`);
    serveSite(world, `${id}.example`, sizes.get(id)!);
  }
  const month = utcMonth(world.now);
  const told = { started: new Set<string>(), ends: new Map<string, string>(), pages: new Map<string, string>() };

  const start = (domainId: string) => {
    const account = { id: "acc", plan: "pro" as const, limitOverrides: limits };
    const caller = systemCaller(account as never, `${domainId}.example`, "sim");
    const urls = Array.from({ length: sizes.get(domainId)! }, (_, i) => `https://${domainId}.example/p${i}`);
    const body = {
      domain: `${domainId}.example`,
      urls,
      mode: world.pick(["selected", "follow"] as const),
      allowSampling: false,
      newPagesOnly: false,
      files: world.pick(["none", "own"] as const),
    };
    const starting = service.worker("api", () => startRun(service.env, caller, body as never, Date.now()));
    starting.then(
      (runId) => {
        world.note(`${domainId} started ${runId}`);
        told.started.add(runId);
      },
      (error: unknown) => world.note(`${domainId} refused: ${String(error).slice(0, 120)}`),
    );
  };
  const spanMs = world.int(1, 6) * MINUTE_MS;
  for (let starts = world.int(1, 4); starts > 0; starts--) {
    const [at, domain] = [world.int(0, spanMs), world.pick(domains)];
    for (let callers = world.int(1, 3); callers > 0; callers--) {
      const other = domains[(domains.indexOf(domain) + (isScarce ? callers : 0)) % domains.length]!;
      world.later(at + world.int(0, 60), null, () => start(other));
    }
  }
  const upkeep = () => {
    for (const id of domains)
      void service.worker("upkeep", () => upkeepAudits(service.env, id, Date.now())).catch(() => undefined);
  };
  // Archiving meets faults too.
  const archivesAt = world.startedAt + spanMs + 9 * DAY_MS;
  const isLong = world.chance(0.5);

  const runs = () =>
    query<StoredRun>(
      `SELECT id, domain_id AS domainId, status, pages_crawled AS pages, page_limit AS "limit", archive_key AS archive
       FROM audit_run`,
    );
  const readAll = async (): Promise<void> => {
    for (const { id, status, pages } of runs()) {
      if (isActive(status)) continue;
      const row = (await findRun(openDb(service.env.DB), id))!;
      const texts: string[] = [];
      for await (const batch of runPages(service.env, row)) texts.push(...batch.map(({ json }) => json));
      const shown = texts.map((text) => JSON.parse(text) as ShownPage);
      const paths = shown.map(({ path }) => path);
      if (new Set(paths).size !== paths.length) throw new Broken(`${id} has a page twice: ${paths.join(" ")}`);
      const text = texts.join("\n");
      if ((told.pages.get(id) ?? text) !== text) throw new Broken(`the pages of ${id} have changed`);
      told.pages.set(id, text);
      const fetched = shown.filter(({ outcome, carriedAt }) => outcome !== "blocked" && carriedAt === null).length;
      if (pages !== fetched) throw new Broken(`${id} counts ${pages} pages and fetched ${fetched}`);
    }
  };

  if (isLong) {
    world.later(
      archivesAt - world.now - HOUR_MS,
      null,
      () => void readAll().catch((error: unknown) => error instanceof Broken && world.fail(error)),
    );
    for (let times = world.int(1, 4); times > 0; times--)
      world.later(archivesAt - world.now + world.int(0, HOUR_MS), null, upkeep);
  }
  return {
    service,
    faultsMs: isLong ? archivesAt + HOUR_MS - world.now : spanMs + 2 * MINUTE_MS,
    settlesMs: 4 * HOUR_MS,
    tick: () => {
      service.tick(["sweepSilentRuns"]);
      // It wakes the object, which finds a lost alarm.
      upkeep();
    },
    check: () => {
      for (const id of domains) {
        const object = service.objects.DOMAIN_AUDIT.find(id);
        if (!object.hasChanged("lock") || object.lostAlarms > 0) continue;
        if (object.stored.getValue("run") !== undefined && !object.isBusy)
          throw new Broken(`${id} is locked and asleep`);
      }
      const all = runs();
      const active = all.filter(({ status }) => isActive(status));
      if (new Set(active.map(({ domainId }) => domainId)).size < active.length)
        throw new Broken("two runs of a domain");
      for (const { id, status, pages } of all) {
        const end = isActive(status) ? undefined : `${status} ${pages}`;
        if (told.ends.has(id) && told.ends.get(id) !== end) throw new Broken(`${id} ended twice`);
        if (end !== undefined) told.ends.set(id, end);
      }
      const usage = query<{ runId: string; pages: number }>(
        "SELECT run_id AS runId, pages FROM audit_usage WHERE month = ?1",
        month,
      );
      for (const { id, status, pages } of all) {
        const booked = usage.find(({ runId }) => runId === id)?.pages;
        if (booked !== (isActive(status) ? undefined : pages)) throw new Broken(`${id}: ${booked} booked of ${pages}`);
      }
      const taken = usage.reduce((sum, { pages }) => sum + pages, 0);
      for (const { id, limit } of active) if (limit <= 0) throw new Broken(`${id} may not take a page`);
      const reserved = active.reduce((sum, { limit }) => sum + limit, 0);
      if (taken + reserved > limits.pagesPerMonth) throw new Broken(`${taken} + ${reserved} pages in a month`);
      if (all.length > limits.onDemandAuditsPerMonth) throw new Broken(`${all.length} audits in a month`);
    },
    isSettled: () =>
      runs().every(({ status }) => !isActive(status)) &&
      domains.every((id) => service.objects.DOMAIN_AUDIT.find(id).stored.getValue("run") === undefined) &&
      service.openMessages === 0,
    end: async () => {
      const all = runs();
      for (const id of told.started)
        if (!all.some((run) => run.id === id)) throw new Broken(`${id} was started and is not there`);
      await readAll();
      if (isLong) {
        await service.worker("upkeep", async () => {
          for (const id of domains) await upkeepAudits(service.env, id, world.now + 8 * DAY_MS);
        });
        await readAll();
        for (const { id, domainId, archive } of runs()) {
          const object = service.objects.DOMAIN_AUDIT.find(domainId);
          const parked = object.stored.getValue("parked") as { runId: string } | undefined;
          if (archive === null && parked?.runId !== id) throw new Broken(`${id} is not archived`);
          if (archive !== null && !service.archive.objects.has(archive))
            throw new Broken(`the archive of ${id} is gone`);
        }
      }
    },
  };
}

/** A small site whose pages link to each other. It is down now and then while there are faults. */
function serveSite(world: World, host: string, pages: number): void {
  const trouble = world.pick([0, 0, 0.2]);
  serveHost(host, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/robots.txt") return new Response("User-agent: *\nAllow: /\n");
    if (world.faults.before > 0 && world.chance(trouble)) {
      if (world.chance(0.3)) return new Promise<Response>(() => undefined);
      return new Response("down", { status: 503 });
    }
    const no = pathname === "/" ? 0 : Number(/^\/p(\d+)$/.exec(pathname)?.[1] ?? NaN);
    if (!(no < pages)) return new Response("not here", { status: 404, headers: { "content-type": "text/html" } });
    const links = Array.from({ length: pages }, (_, i) => `<a href="/p${i}">page ${i}</a>`).join(" ");
    const html = `<!doctype html><html lang="en"><head><title>Page ${no}</title></head><body><h1>Page ${no}</h1>${links}</body></html>`;
    return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
  });
}
