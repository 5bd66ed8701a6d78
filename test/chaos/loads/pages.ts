import { ask } from "../../support/service.ts";
import { startSite } from "../../support/site-server.ts";
import { attempt, BOT, insist, needAccount, pause, type Load, type World } from "../world.ts";

const PATHS = ["/a", "/b", "/c", "/d"];
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

/** The requests that remove a page from the cache. */
const WAYS = [
  (domain: string, path: string) => ["invalidate-page-cache", { domain, path }] as const,
  (domain: string, path: string) => ["invalidate-page-cache", { domain, path, prewarm: true }] as const,
  (domain: string, path: string) => ["invalidate-paths-cache", { domain, paths: [path, "/other"] }] as const,
  (domain: string) => ["invalidate-site-cache", { domain }] as const,
];

/** Changes, invalidates and reads pages. No read that starts after an acknowledged invalidation is older than it. */
export async function pages(world: World): Promise<Load> {
  const site = await startSite();
  const { key } = await needAccount(world, { domain: site.host });
  const { base } = world.service;
  const random = world.random("pages");
  const versions = new Map<string, number>();
  /** Path → the version that the last acknowledged invalidation was about. */
  const acknowledged = new Map<string, number>();
  const wrong: string[] = [];
  const ways = new Map<string, number>();
  let [invalidations, reads, sent] = [0, 0, 0];

  const publish = (path: string) => {
    const version = (versions.get(path) ?? 0) + 1;
    versions.set(path, version);
    const text = `<h1>Version ${version}.</h1><p>${words}</p>`;
    site.routes[path] = { body: `<!doctype html><title>Page ${path}</title>${text}` };
    return version;
  };
  for (const path of PATHS) publish(path);

  const read = async (path: string, onOwnHost: boolean) => {
    const least = acknowledged.get(path) ?? 0;
    const startedAt = Date.now();
    const send = () =>
      onOwnHost
        ? ask(base, "GET", path, { headers: { host: site.host, "user-agent": BOT } })
        : ask(base, "GET", `/render/${site.origin}${path}`, { headers: { ...key, "user-agent": BOT } });
    sent++;
    const answer = await attempt(world, send);
    if (answer?.status !== 200) return;
    reads++;
    const way = answer.headers.get("x-crawlready-cache") ?? "none";
    ways.set(way, (ways.get(way) ?? 0) + 1);
    const seen = Number(/Version (\d+)\./.exec(String(answer.body))?.[1]);
    if (!(seen >= least))
      wrong.push(`${path}: ${seen} after ${least}, ${way}, began ${new Date(startedAt).toISOString()}`);
  };
  const change = async (path: string) => {
    const version = publish(path);
    const [name, json] = WAYS[Math.floor(random() * WAYS.length)]!(site.host, path);
    const post = () => ask(base, "POST", `/api/prerender/cache/${name}`, { headers: key, json });
    if (!(await insist(world, post, ({ status }) => status === 200))) return;
    acknowledged.set(path, version);
    invalidations++;
    for (const onOwnHost of [false, true, true]) await read(path, onOwnHost);
  };
  const readers = async () => {
    while (!world.isOver()) {
      await read(PATHS[Math.floor(random() * PATHS.length)]!, random() < 0.7);
      await pause(30 + random() * 150);
    }
  };
  return {
    async work() {
      const writer = async () => {
        while (!world.isOver()) {
          await change(PATHS[Math.floor(random() * PATHS.length)]!);
          await pause(random() * 1_500);
        }
      };
      await Promise.all([writer(), readers(), readers()]);
    },
    async findings() {
      for (const path of PATHS) await change(path);
      await pause(9_000);
      const summary = `/api/analytics/bots/summary?domain=${site.host}&days=180`;
      const answer = await insist(
        world,
        () => ask(base, "GET", summary, { headers: key }),
        ({ status }) => status === 200,
      );
      const counted = answer?.body.totalCrawlsServed as number;
      await site.close();
      const how = [...ways].map(([way, n]) => `${n} ${way}`).join(", ");
      return [
        {
          what: "reads: none older than an acknowledged invalidation",
          count: `${invalidations} invalidations, ${reads} reads (${how})`,
          wrong,
        },
        {
          what: "served visits: none counted twice",
          count: `${sent} requests, ${counted} counted`,
          wrong: counted <= sent ? [] : [`${counted} of ${sent}`],
        },
      ];
    },
  };
}
