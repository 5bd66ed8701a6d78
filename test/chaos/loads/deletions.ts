import { ask } from "../../support/service.ts";
import { startSite } from "../../support/site-server.ts";
import { remains, rowsOf } from "../stored.ts";
import {
  attempt,
  BOT,
  holds,
  insist,
  openAccount,
  OPERATOR,
  pause,
  type Account,
  type Load,
  type World,
} from "../world.ts";

const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
/** docs/callers.md: a Worker that served a removed domain a moment ago may go on for five seconds. */
const SERVED_FOR_MS = 5_000;
/** docs/storage.md: the last purge runs an hour after the removal. */
const LAST_PURGE_MS = 75 * 60_000;
/** docs/callers.md: the same if the copy of the host could not be deleted. */
const SERVED_UNDELETED_MS = 5 * 60_000;
const FOLLOWED = 5;

interface Gone {
  host: string;
  key: Record<string, string>;
  at: number;
  servedFor: number;
}

/** Fills accounts with all kinds of data and deletes them, or only their domain. Nothing is left, and nothing is served. */
export async function deletions(world: World): Promise<Load> {
  const site = await startSite();
  for (const path of ["/", "/one"])
    site.routes[path] = {
      body: `<!doctype html><title>To delete</title><h1>Kept by nobody</h1><p>${words}</p><a href="/one">1</a>`,
    };
  const { base } = world.service;
  const random = world.random("deletions");
  const ids = new Set<string>();
  const hosts = new Set<string>();
  const gone: Gone[] = [];
  const wrong: string[] = [];
  let [accounts, domains, looks] = [0, 0, 0];

  const crawl = (host: string, path: string) =>
    attempt(world, () => ask(base, "GET", path, { headers: { host, "user-agent": BOT } }));
  const fill = async ({ domain, key, session }: Account) => {
    const send = (method: string, url: string, json?: object, headers = key) =>
      attempt(world, () => ask(base, method, url, { headers, json }));
    const visit = { id: "one", at: new Date(world.now()).toISOString(), path: "/", userAgent: BOT, servedBy: "cache" };
    await Promise.all([
      crawl(domain, "/"),
      send("POST", "/api/analytics/visits", { domain, events: [visit] }),
      send("POST", "/api/seo-spider/runs", { domain, urls: [`http://${domain}/`], mode: "follow" }),
      send("POST", "/api/ai-mentions/prompts", {
        action: "create",
        domain,
        promptText: "Which?",
        intent: "info",
        providers: ["claude"],
      }),
      send("POST", "/api/webhooks", { url: `${site.origin}/hook`, domain }, session),
      send("POST", "/api/deploys", { domain, urls: ["/one"], audit: false }),
    ]);
  };
  const domainIdOf = async ({ accountId }: Account): Promise<string> => {
    const rows = `SELECT id FROM domain WHERE account_id = '${accountId}'`;
    for (;;) {
      try {
        return rowsOf<{ id: string }>(world.service, rows)[0]!.id;
      } catch {
        // What a killed service left open can't be read before it is back.
        await pause(300);
      }
    }
  };
  const remove = async (account: Account) => {
    const onlyDomain = random() < 0.5;
    const domainId = await domainIdOf(account);
    const send = () =>
      onlyDomain
        ? ask(base, "DELETE", `/api/account/domains/${account.domain}`, { headers: account.session, json: {} })
        : ask(base, "DELETE", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR });
    const wasFull = world.isFull();
    const answer = await insist(world, send, ({ status }) => [204, 403, 404].includes(status));
    if (!answer) return;
    ids.add(domainId);
    hosts.add(account.domain);
    if (onlyDomain) domains++;
    else {
      accounts++;
      ids.add(account.accountId);
    }
    const servedFor = wasFull || world.isFull() ? SERVED_UNDELETED_MS : SERVED_FOR_MS;
    gone.push({ host: account.domain, key: account.key, at: Date.now(), servedFor });
  };
  /** Looks at the domains that were deleted last. */
  const look = async () => {
    for (const { host, key, at, servedFor } of gone.slice(-FOLLOWED)) {
      if (Date.now() < at + SERVED_FOR_MS) continue;
      const mayServe = Date.now() < at + servedFor;
      const served = await crawl(host, "/");
      if (served) looks++;
      if (served && served.status < 400 && !mayServe)
        wrong.push(`${host} is served ${Date.now() - at} ms after its deletion`);
      const url = `/api/analytics/bots/summary?domain=${host}`;
      const read = await attempt(world, () => ask(base, "GET", url, { headers: key }));
      if (read && read.status < 400) wrong.push(`${host} is read ${Date.now() - at} ms after its deletion`);
    }
  };
  return {
    async work() {
      for (let n = 0; !world.isOver(); n++) {
        const account = await openAccount(world, { domain: `d${n}.example`, origin: site.origin });
        if (account) {
          await fill(account);
          await remove(account);
        }
        await look();
        await pause(random() * 500);
      }
    },
    async findings() {
      await pause(SERVED_FOR_MS);
      await look();
      const inDatabase = () => rowsOf(world.service, "SELECT id FROM domain WHERE deleted_at IS NOT NULL").length;
      let time = world.now();
      const purged = async () => {
        time += LAST_PURGE_MS;
        const cron = encodeURIComponent("*/15 * * * *");
        await attempt(world, () => ask(base, "GET", `/cdn-cgi/handler/scheduled?cron=${cron}&time=${time}`));
        await pause(3_000);
        return inDatabase() === 0 && remains(world.service, { ids, hosts }).length === 0;
      };
      await holds(purged, 120_000);
      await site.close();
      const left = remains(world.service, { ids, hosts });
      return [
        {
          what: "deleted accounts and domains: not served, nothing left",
          count: `${accounts} accounts, ${domains} domains, ${looks} looks`,
          wrong: [...wrong, ...left],
        },
      ];
    },
  };
}
