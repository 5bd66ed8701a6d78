import { systemCaller } from "../../../src/accounts";
import { askDeploy } from "../../../src/automation/deploy-hook/ask-deploy";
import { STEPS, type Deploy } from "../../../src/automation/deploy-hook/core/deploy";
import { HOUR_MS, MINUTE_MS } from "../../../src/lib/time/time";
import { query } from "../platform/d1";
import { serveHost } from "../platform/network";
import { addAccount, addDomain, SimulatedService } from "../platform/service";
import { Broken, type World } from "../world";
import type { Simulation } from "./area";

const PATHS = ["/", "/a", "/b"];
const WORDS = "one two three four five six seven eight nine ten eleven twelve".repeat(4);
const isOver = ({ state }: Pick<Deploy, "state">) => state === "done" || state === "failed";
const rank = ({ state, step }: Pick<Deploy, "state" | "step">) =>
  state === "waiting" ? -1 : step === null ? STEPS.length : STEPS.indexOf(step);

interface Release {
  id: string;
  paths: readonly string[];
  /** The versions of its pages when it was asked for. */
  versions: ReadonlyMap<string, number>;
}

type Report = Deploy & { pages?: Record<string, number> };

/** Releases change pages: each deploy runs once and ends, and each change reaches IndexNow or stays owed. */
export function simulateDeploys(world: World): Simulation {
  const service = new SimulatedService({ RENDER_POOLS: "1", INDEXNOW_URL: "https://indexnow.example/in" });
  const domainId = `dom-${world.seed}`;
  addAccount("acc", "pro");
  addDomain(domainId, "acc", "site.example", { sitemap_url: "https://site.example/sitemap.xml" });
  const versions = new Map(PATHS.map((path) => [path, 1]));
  const changedAt = new Map(PATHS.map((path) => [path, world.now - HOUR_MS]));
  /** The version of each page that IndexNow accepted last. */
  const accepted = new Map<string, number>();
  serveHost("site.example", (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/sitemap.xml")
      return new Response(sitemapOf(changedAt), { headers: { "content-type": "text/xml" } });
    return new Response(
      `<html><body><h1>A page</h1><p>version ${versions.get(pathname) ?? 0} ${WORDS}</p></body></html>`,
    );
  });
  const trouble = world.pick([0, 0.5]);
  serveHost("indexnow.example", async (request) => {
    // Submissions come late, so the other side's trouble outlives our faults.
    if (world.chance(trouble))
      return new Response("no", { status: world.pick([429, 500]), headers: { "retry-after": "5" } });
    const { urlList } = await request.json<{ urlList: string[] }>();
    for (const url of urlList) accepted.set(new URL(url).pathname, versions.get(new URL(url).pathname)!);
    world.note(`IndexNow accepts ${urlList.join(" ")}`);
    return new Response("ok");
  });

  const releases: Release[] = [];
  const account = { id: "acc", plan: "pro", limitOverrides: null };
  const caller = systemCaller(account as never, "site.example", "sim");
  const release = (ref: string, paths: readonly string[], isNamed: boolean) => {
    const body = { domain: "site.example", ref, indexNow: true, audit: false, ...(isNamed && { urls: [...paths] }) };
    const then = new Map(versions);
    const ask = () => {
      const asking = service.worker("api", () => askDeploy(service.env, caller, body, Date.now()));
      asking.then(
        ({ deploy }) => {
          world.note(`${ref} is deploy ${deploy.id}`);
          releases.push({ id: deploy.id, paths, versions: then });
        },
        // The caller repeats it, under its ref.
        () => void world.later(world.int(1_000, 30_000), null, ask),
      );
    };
    ask();
  };
  const spanMs = world.pick([5 * MINUTE_MS, HOUR_MS]);
  release("r0", PATHS, true);
  for (let no = world.int(1, 3); no > 0; no--)
    world.later(world.int(0, spanMs), null, () => {
      const paths = PATHS.filter(() => world.chance(0.6));
      for (const path of paths) {
        versions.set(path, versions.get(path)! + 1);
        changedAt.set(path, world.now);
      }
      if (paths.length > 0) release(`r${no}`, paths, world.chance(0.5));
    });

  const ledger = service.objects.DEPLOY_LEDGER.find(domainId);
  const deploys = (): Array<Report & { no: number }> =>
    ledger.stored.isEmpty
      ? []
      : ledger
          .read<{ no: number; record: string }>("SELECT no, record FROM deploy ORDER BY no")
          .map(({ no, record }) => Object.assign(JSON.parse(record) as Report, { no }));
  const told = {
    ranks: new Map<string, number>(),
    ends: new Map<string, string>(),
    /** The versions of the pages when a deploy ended: its renders saw none that is later. */
    versions: new Map<string, ReadonlyMap<string, number>>(),
  };
  return {
    service,
    faultsMs: spanMs + 2 * MINUTE_MS,
    settlesMs: 12 * HOUR_MS,
    tick: () => undefined,
    check: () => {
      const all = ledger.hasChanged("deploys") ? deploys() : [];
      if (all.filter(({ state }) => state === "running").length > 1) throw new Broken("two deploys run");
      if (all.filter(({ state }) => state === "waiting").length > 1) throw new Broken("two deploys wait");
      for (const deploy of all) {
        if (rank(deploy) < (told.ranks.get(deploy.id) ?? -1)) throw new Broken(`${deploy.id} takes a step back`);
        told.ranks.set(deploy.id, rank(deploy));
        const end = isOver(deploy) ? `${deploy.state} ${deploy.endedAt}` : undefined;
        if (told.ends.has(deploy.id) && told.ends.get(deploy.id) !== end) throw new Broken(`${deploy.id} ended twice`);
        if (end !== undefined) told.ends.set(deploy.id, end);
        if (end !== undefined && !told.versions.has(deploy.id)) told.versions.set(deploy.id, new Map(versions));
        if (!isOver(deploy) && ledger.lostAlarms === 0 && !ledger.isBusy) throw new Broken("a deploy has no alarm");
      }
    },
    isSettled: () => {
      // A lost alarm is found by the next call.
      if (ledger.lostAlarms > 0 && !ledger.isBusy && deploys().some((deploy) => !isOver(deploy)))
        void service
          .worker("api", () => askDeploy(service.env, caller, bodyOfLast(), Date.now()))
          .catch(() => undefined);
      return releases.length > 0 && deploys().every(isOver) && service.openMessages === 0;
    },
    end: async () => {
      const all = new Map(deploys().map((deploy) => [deploy.id, deploy]));
      for (const { id } of releases) if (!all.has(id)) throw new Broken(`the deploy ${id} is gone`);
      const owed = new Set(
        ledger.read<{ path: string }>("SELECT path FROM released_page WHERE owed = 1").map(({ path }) => path),
      );
      const known = new Map<string, number>();
      for (const { id, paths, versions: then } of releases.toSorted((a, b) => all.get(a.id)!.no - all.get(b.id)!.no)) {
        const deploy = all.get(id)!;
        const missed = (deploy.pages?.["not_rendered"] ?? 0) + (deploy.pages?.["left_out"] ?? 0);
        if (deploy.state !== "done" || missed > 0) {
          known.clear();
          continue;
        }
        for (const path of paths) {
          const before = known.get(path);
          const wanted = then.get(path)!;
          const isChanged = before !== undefined && before < wanted;
          if (isChanged && !owed.has(path) && (accepted.get(path) ?? 0) < wanted)
            throw new Broken(`${path} was released as version ${wanted}, and IndexNow knows ${accepted.get(path)}`);
          // The render may have seen a later version, which a later deploy then finds unchanged.
          known.set(path, told.versions.get(id)!.get(path)!);
        }
      }
      const runs = query("SELECT slot FROM audit_run");
      if (runs.length > 0) throw new Broken("an audit started that nobody asked for");
    },
  };

  function bodyOfLast() {
    return { domain: "site.example", ref: "r0", indexNow: true, audit: false, urls: [...PATHS] };
  }
}

function sitemapOf(changedAt: ReadonlyMap<string, number>): string {
  const urls = [...changedAt].map(
    ([path, at]) => `<url><loc>https://site.example${path}</loc><lastmod>${new Date(at).toISOString()}</lastmod></url>`,
  );
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
}
