import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ADMIN_TOKEN, ask, seedAccount, until, type Answer, type Service } from "../../test/support/service.ts";
import type { SiteServer } from "../../test/support/site-server.ts";

const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };

/** Repeats a request until a response satisfies `isDone`: the client of a service that is killed. */
async function insist(send: () => Promise<Answer>, isDone: (answer: Answer) => boolean): Promise<Answer> {
  let last: unknown;
  const attempt = async () => {
    try {
      const answer = await send();
      last = [answer.status, JSON.stringify(answer.body).slice(0, 300)];
      return isDone(answer) && answer;
    } catch (error) {
      last = error;
      return null;
    }
  };
  return until(attempt, 200_000).catch(() => {
    throw new Error(`no response in time, the last was ${String(last)}`);
  });
}

/**
 * Reports visits, each call until it is accepted, and all of them again after the last kill: the local queues are in
 * memory and die with the service, unlike the platform's. Returns how many were reported and how many were counted.
 */
export async function visits(
  service: Service,
  auth: Record<string, string>,
  domain: string,
  isOver: () => boolean,
): Promise<{ reported: number; counted: number }> {
  const at = new Date().toISOString();
  const report = async (call: number) => {
    const events = Array.from({ length: 100 }, (_, i) => ({
      id: `visit-${call}-${i}`,
      at,
      path: `/p/${i % 50}`,
      userAgent: BOT,
      servedBy: "cache",
    }));
    const send = () => ask(service.base, "POST", "/api/analytics/visits", { headers: auth, json: { domain, events } });
    await insist(send, ({ status }) => status === 202);
  };
  let calls = 0;
  while (!isOver()) await report(calls++);
  const summary = `/api/analytics/bots/summary?domain=${domain}&days=2`;
  const counted = async () =>
    (await ask(service.base, "GET", summary, { headers: auth })).body.totalCrawlsServed as number;
  for (let call = 0; call < calls; call++) await report(call);
  // Done when nothing arrives for five seconds; a total that is too high shows by then.
  let now = -1;
  for (let before = -2, looks = 0; now !== before && looks < 60; looks++) {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    [before, now] = [now, await counted()];
  }
  return { reported: calls * 100, counted: now };
}

/** Changes a page, invalidates it and reads it. Returns how often an older page was served after the invalidation. */
export async function invalidations(
  service: Service,
  auth: Record<string, string>,
  site: SiteServer,
  isOver: () => boolean,
): Promise<{ rounds: number; fresh: number; stale: number }> {
  const result = { rounds: 0, fresh: 0, stale: 0 };
  const json = { domain: site.host, path: "/changing" };
  for (let version = 1; !isOver(); version++) {
    site.routes["/changing"] = {
      body: `<!doctype html><title>Changing</title><h1>Version ${version}.</h1><p>${words}</p>`,
    };
    const invalidate = () =>
      ask(service.base, "POST", "/api/prerender/cache/invalidate-page-cache", { headers: auth, json });
    await insist(invalidate, ({ status }) => status === 200);
    const read = () =>
      ask(service.base, "GET", `/render/${site.origin}/changing`, { headers: { ...auth, "user-agent": BOT } });
    for (let i = 0; i < 2; i++) {
      const answer = await insist(read, ({ status }) => status === 200);
      const seen = Number(/Version (\d+)\./.exec(String(answer.body))?.[1]);
      if (seen === version) result.fresh++;
      else result.stale++;
    }
    result.rounds++;
  }
  return result;
}

/** Fills accounts with a snapshot and visits, and deletes them. Returns what their objects still contain at the end. */
export async function purges(
  service: Service,
  site: SiteServer,
  isOver: () => boolean,
): Promise<{ deleted: number; left: string[] }> {
  let deleted = 0;
  while (!isOver()) {
    const host = `localhost:${new URL(site.origin).port}`;
    await removeAccounts(service);
    const auth = await seedAccount(service.base, { domain: host }).catch(() => null);
    if (auth === null) continue;
    const events = [{ id: "one", at: new Date().toISOString(), path: "/", userAgent: BOT, servedBy: "cache" }];
    await ask(service.base, "POST", "/api/analytics/visits", { headers: auth, json: { domain: host, events } }).catch(
      () => {},
    );
    await ask(service.base, "GET", `/render/http://${host}/p/1`, { headers: { ...auth, "user-agent": BOT } }).catch(
      () => {},
    );
    deleted += await removeAccounts(service);
  }
  await removeAccounts(service);
  await until(async () => remains(service).length === 0, 120_000).catch(() => {});
  return { deleted, left: remains(service) };
}

/** Deletes the accounts whose only domain is `localhost`. */
async function removeAccounts(service: Service): Promise<number> {
  const ids = rows(
    service,
    "d1/miniflare-D1DatabaseObject",
    "SELECT account_id AS id FROM domain WHERE domain LIKE 'localhost:%'",
  );
  for (const { id } of ids)
    await insist(
      () => ask(service.base, "DELETE", `/api/admin/accounts/${String(id)}`, { headers: operator }),
      ({ status }) => status < 500,
    );
  return ids.length;
}

/** Rows in objects of domains that D1 no longer knows. */
function remains(service: Service): string[] {
  const known = new Set(rows(service, "d1/miniflare-D1DatabaseObject", "SELECT id FROM domain").map(({ id }) => id));
  return (["DomainVisits:visit_log", "SnapshotIndex:entry", "DomainAudit:page"] as const).flatMap((each) => {
    const [kind, table] = each.split(":");
    return databases(service, `do/crawlready-${kind}`).flatMap((db) => {
      const tables = new Set(
        db
          .prepare("SELECT name FROM sqlite_master")
          .all()
          .map(({ name }) => name),
      );
      const name = tables.has("__miniflare_do_name")
        ? db.prepare("SELECT name FROM __miniflare_do_name").get()?.["name"]
        : undefined;
      const count =
        table !== undefined && tables.has(table)
          ? Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!["n"])
          : 0;
      db.close();
      return name !== undefined && !known.has(name) && count > 0
        ? [`${kind} ${String(name)}: ${count} rows of ${table}`]
        : [];
    });
  });
}

function databases({ stateDir }: Service, folder: string): DatabaseSync[] {
  const inside = path.join(stateDir, "v3", folder);
  const files = readdirSync(inside).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  return files.map((name) => new DatabaseSync(path.join(inside, name), { readOnly: true }));
}

function rows(service: Service, folder: string, sql: string): Array<Record<string, unknown>> {
  return databases(service, folder).flatMap((db) => {
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  });
}
