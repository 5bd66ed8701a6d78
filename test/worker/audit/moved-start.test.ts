import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { env } from "cloudflare:workers";
import { domainsToAudit } from "../../../src/audit/repo";
import { auditSlots } from "../../../src/audit/model/run/schedule";
import { auditLease, startDueAudits } from "../../../src/audit/runs/start/start-due-audits";
import { openDb } from "../../../src/db/client";
import { DAY_MS } from "../../../src/lib/time/time";
import { audit, call, html, newAccount, newSite, until, type TestSite } from "../support/api.ts";

let sites = new Map<string, TestSite>();

/** Names that a loopback port lacks: requests for them go to a site of the test. */
beforeAll(() => {
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", (target: RequestInfo | URL, options?: RequestInit) => {
    const url = new URL(target instanceof Request ? target.url : target);
    const site = sites.get(url.host);
    if (!site) return send(target, options);
    return send(site.origin + url.pathname + url.search, options);
  });
});
afterAll(() => vi.unstubAllGlobals());

const page = (path: string) => html({ title: `The page at ${path}`, body: `<p>Text of ${path}</p>` });
const redirect = (location: string) => ({ status: 301, headers: { location } });
const toWww = (name: string) => ({ "*": redirect(`https://www.${name}/`) });

/** An apex that redirects to its www, which has pages. */
async function movedSite(routesOf: (host: string) => Parameters<typeof newSite>[0]) {
  const name = `moved-${crypto.randomUUID().slice(0, 8)}.example`;
  const routes = routesOf(name);
  const [apex, www] = await Promise.all([newSite(routes), newSite()]);
  await www.set({
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: `Sitemap: https://www.${name}/sitemap.xml` },
    "/sitemap.xml": {
      headers: { "content-type": "application/xml" },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://www.${name}/listed</loc></url></urlset>`,
    },
    "/": { body: html({ body: `<a href="/a">a</a><a href="https://www.${name}/b">b</a>` }) },
    "/a": { body: page("/a") },
    "/b": { body: page("/b") },
    "/listed": { body: page("/listed") },
  });
  sites = new Map([
    [name, apex],
    [`www.${name}`, www],
  ]);
  return { host: name, origin: `https://${name}`, site: { ...apex, host: name, origin: `https://${name}` } };
}

describe("a start at the host that redirects to its www", () => {
  it("goes on there, and says so", async () => {
    const { host, site } = await movedSite(toWww);
    const account = await newAccount("pro", [host]);
    const { run, pages } = await audit(account, site);
    expect(pages.map(({ path }: any) => path)).toEqual(["/", "/a", "/b"]);
    expect([run.domain, run.status, run.crawlStats.auditedHost]).toEqual([host, "success", `www.${host}`]);
    expect(run.errorMessage).toBe(`${host} redirects to www.${host}, so the audit went on at www.${host}.`);
  });

  it("is where a schedule goes on without asking again", async () => {
    const { host, site } = await movedSite(toWww);
    const account = await newAccount("pro", [host]);
    await audit(account, site);
    const db = openDb(env.DB);
    const at = Date.now() + 8 * DAY_MS;
    const domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?1").bind(host).first<string>("id"))!;
    await env.DB.prepare("UPDATE domain SET audit_frequency = 'daily', audit_not_before = ?2 WHERE id = ?1")
      .bind(domainId, auditLease(at))
      .run();
    const [due] = await domainsToAudit(db, auditSlots(at), [domainId], auditLease(at));
    expect(due!.lastScopeKey).toMatch(new RegExp(`\\|host:www\\.${host}$`));
    const before = (await site.log()).length;
    await startDueAudits(env, { kind: "audits", ids: [domainId], at });
    const scheduled = await env.DB.prepare(
      "SELECT scope_key AS k FROM audit_run WHERE domain_id = ?1 AND slot IS NOT NULL",
    )
      .bind(domainId)
      .first<{ k: string }>();
    expect([scheduled!.k, (await site.log()).length]).toEqual([due!.lastScopeKey, before]);
    const active = env.DB.prepare("SELECT id FROM audit_run WHERE domain_id = ?1 AND completed_at IS NULL").bind(
      domainId,
    );
    await until(async () => (await active.first()) === null);
  });

  it("finds the sitemap there", async () => {
    const { host, site } = await movedSite(toWww);
    const account = await newAccount("pro", [host]);
    const { run, pages } = await audit(account, site, { mode: "sitemap" });
    expect(pages.map(({ path }: any) => path)).toEqual(expect.arrayContaining(["/", "/listed"]));
    expect(run.crawlStats.auditedHost).toBe(`www.${host}`);
  });

  it("stays if it redirects elsewhere, if robots.txt closes it, and with given URLs", async () => {
    const { host, site } = await movedSite(() => ({ "*": redirect("https://other.example/") }));
    const account = await newAccount("pro", [host]);
    expect((await audit(account, site)).run.crawlStats.auditedHost).toBeNull();
    const closed = await movedSite((name) => ({
      ...toWww(name),
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /" },
    }));
    const other = await newAccount("pro", [closed.host]);
    const { run: blocked } = await audit(other, closed.site);
    expect([blocked.closeReason, blocked.crawlStats.auditedHost]).toEqual(["robots_blocked", null]);
    const given = await movedSite(toWww);
    const third = await newAccount("pro", [given.host]);
    const { run, pages } = await audit(third, given.site, { mode: "selected", urls: [`https://${given.host}/a`] });
    expect([run.crawlStats.auditedHost, pages.length]).toEqual([null, 1]);
  });

  it("is refused with no_sitemap only if neither has one", async () => {
    const { host } = await movedSite(() => ({ "*": { status: 404 } }));
    const account = await newAccount("pro", [host]);
    const json = { domain: host, mode: "sitemap", urls: [`https://${host}/`] };
    const { status, body } = await call("POST", "/api/seo-spider/runs", { headers: account.auth, json });
    expect([status, body.error]).toEqual([400, "no_sitemap"]);
  });
});
