import { findDomainById, type DomainRow } from "../../../src/accounts";
import { openDb } from "../../../src/db/client";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/lib/time/time";
import { indexOf } from "../../../src/prerender/cache/index-of";
import type { ChosenPages } from "../../../src/prerender/cache/removals";
import { siteOf, type PrerenderSite } from "../../../src/prerender/cache/site";
import { newEdges } from "../platform/edges";
import { serveHost } from "../platform/network";
import { addAccount, addDomain, SimulatedService } from "../platform/service";
import { Broken, type Process, type World } from "../world";
import type { Simulation } from "./area";

const PATHS = ["/", "/a", "/a/b", "/c"];
const WORDS = "one two three four five six seven eight nine ten eleven twelve".repeat(4);

/** An invalidation that its caller was told about. */
interface Acknowledged {
  path: string;
  /** The page's version when it was called. */
  version: number;
  at: number;
}

/** Pages change, are invalidated, rendered and served: no answer after an invalidation may show what it removed. */
export function simulateCache(world: World): Simulation {
  const service = new SimulatedService({ RENDER_POOLS: "1" });
  const domainId = `dom-${world.seed}`;
  addAccount("acc", "pro");
  addDomain(domainId, "acc", "site.example");
  const versions = new Map(PATHS.map((path) => [path, 1]));
  const acknowledged: Acknowledged[] = [];
  const told = { deleted: 0, renders: 0, hits: 0 };
  serveHost("site.example", (request) => {
    told.renders++;
    return new Response(pageOf(versions.get(new URL(request.url).pathname) ?? 0));
  });
  const spanMs = world.int(20, 90) * SECOND_MS;
  const site = readSite(service, domainId);
  const edges = newEdges()
    .slice(0, world.int(1, 3))
    .map((code, no) => {
      const process = world.newProcess(`edge${no}`);
      return { code, process };
    });

  const visit = (path: string) => {
    const living = edges.filter(({ process }) => process.alive);
    if (living.length === 0) return;
    const { code, process } = world.pick(living);
    const began = world.now;
    const asked = world.enter(process, async () => {
      const request = new Request(`https://site.example${path}`, { headers: { "user-agent": "GPTBot/1.2" } });
      const defer = (work: Promise<unknown>) => void work.catch(() => undefined);
      const response = await code.serveSnapshot(service.env, {
        request,
        site: await site(process),
        pathAndQuery: path,
        by: "host",
        defer,
      });
      return { state: response.headers.get("x-crawlready-cache"), text: await response.text() };
    });
    asked.then(
      ({ state, text }) => {
        const version = Number(/version (\d+)/.exec(text)?.[1]);
        world.note(`${process.name} serves ${path} version ${version} ${state}`);
        if (state === "bypass") return;
        told.hits++;
        const wanted = acknowledged.filter((each) => each.path === path && each.at <= began);
        const least = Math.max(0, ...wanted.map((each) => each.version));
        if (version < least) throw world.breaks(`${path} is served as version ${version} after ${least} was announced`);
      },
      () => undefined,
    );
  };

  const invalidate = (pages: ChosenPages) => {
    const chosen = PATHS.filter((path) => isChosen(pages, path));
    const versionsThen = chosen.map((path) => ({ path, version: versions.get(path)! }));
    const called = service.worker("api", () => indexOf(service.env, domainId).invalidate(pages, Date.now()));
    called.then(
      (deleted) => {
        world.note(`invalidated ${JSON.stringify(pages)}: ${deleted}`);
        told.deleted += deleted;
        for (const each of versionsThen) acknowledged.push({ ...each, at: world.now });
      },
      () => undefined,
    );
  };

  const index = service.objects.SNAPSHOT_INDEX.find(domainId);
  const change = (path: string) => {
    versions.set(path, versions.get(path)! + 1);
    world.note(`${path} is now version ${versions.get(path)}`);
    invalidate(world.pick<ChosenPages>([[path], [path], PATHS, null, { under: path }]));
  };
  for (let changes = world.int(1, 6); changes > 0; changes--)
    world.later(world.int(0, spanMs), null, () => change(world.pick(PATHS)));
  // Crawlers come in bursts, so that isolates get leases. Some pages change right after the index was restarted.
  for (let bursts = world.int(3, 8); bursts > 0; bursts--) {
    const at = world.int(0, spanMs);
    const path = world.pick(PATHS);
    for (let i = world.int(1, 6); i > 0; i--) world.later(at + world.int(0, 3_000), null, () => visit(path));
    if (world.chance(0.7)) continue;
    const changedAt = at + world.int(500, 3_000);
    world.later(changedAt - world.int(0, 400), null, () => index.evict());
    world.later(changedAt, null, () => change(path));
  }

  const entries = () => index.read<{ path: string; snap: string }>("SELECT path, snap FROM entry");
  return {
    service,
    faultsMs: spanMs + MINUTE_MS,
    settlesMs: 8 * HOUR_MS,
    tick: () => undefined,
    check: () => {
      if (told.deleted > told.renders) throw new Broken(`${told.deleted} pages removed of ${told.renders} renders`);
      if (!index.hasChanged("bodies")) return;
      for (const { path, snap } of entries())
        if (!service.snapshots.objects.has(`snapshots/${snap}`)) throw new Broken(`the body of ${path} is gone`);
    },
    // Removed bodies are deleted an hour after their removal, at the collector's own pace.
    isSettled: () => world.now > world.startedAt + spanMs + 5 * HOUR_MS && service.openMessages === 0,
    end: async () => {
      const referred = new Set(entries().map(({ snap }) => `snap:${snap}`));
      for (const key of service.kv.values.keys())
        if (key.startsWith("snap:") && !referred.has(key) && index.lostAlarms === 0)
          throw new Broken(`KV keeps the copy ${key} of a removed body`);
    },
  };
}

const pageOf = (version: number) =>
  `<html><head><title>A page</title></head><body><h1>A page</h1><p>version ${version} ${WORDS}</p></body></html>`;

function isChosen(pages: ChosenPages, path: string): boolean {
  if (pages === null) return true;
  return "under" in pages ? path.startsWith(pages.under) : pages.includes(path);
}

/** The site, as each isolate reads it once. */
function readSite(service: SimulatedService, domainId: string): (process: Process) => Promise<PrerenderSite> {
  const known = new WeakMap<Process, PrerenderSite>();
  return async (process) => {
    const site = known.get(process) ?? siteOf((await findDomainById(openDb(service.env.DB), domainId)) as DomainRow);
    known.set(process, site);
    return site;
  };
}
