import { expect, it, vi } from "vitest";
import { audit, call, env, html, newAccount, newSite, until } from "../support/api.ts";

/** Usage is written down by chance. Jobs and objects of the same process, which outlive their test, look whether domains are there. */
const OTHERS = /(?:platform|domain)_usage|SELECT EXISTS \(SELECT 1 FROM domain |SELECT id FROM domain WHERE id > /;

const links = (count: number) => Array.from({ length: count }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(" ");

it("a run of 400 pages costs D1 as many statements as one of 200, and stores no page there", async () => {
  const site = await newSite();
  const account = await newAccount("business", [site.host]);
  const domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
    .bind(site.host)
    .first<string>("id"))!;
  const stub = env.DOMAIN_AUDIT.getByName(domainId);
  // Every D1 binding of the isolate shares its methods: those of the Worker, of the object and of this test.
  const prepare = vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, "prepare");
  const statementsOf = async (pages: number): Promise<string[]> => {
    await site.set({ "/": { body: html({ body: links(pages - 1) }) }, "*": { body: html() } });
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling: false };
    prepare.mockClear();
    const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
    await until(async () => (await stub.activeRun()) === null, 60_000);
    const statements = prepare.mock.calls.map(([text]) => text).filter((text) => !OTHERS.test(text));
    expect(await stub.countPages(runId)).toBe(pages);
    return statements;
  };
  // The first run of a domain has nothing to compare with.
  await site.set({ "*": { body: html() } });
  await audit(account, site);
  const small = await statementsOf(200);
  const large = await statementsOf(400);
  console.log(`${small.length} statements for 200 pages, ${large.length} for 400`);
  expect(large.map((text) => text.slice(0, 60))).toEqual(small.map((text) => text.slice(0, 60)));
  expect(small.length).toBeGreaterThan(5);
  const tables = await env.DB.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'audit_%'").all();
  expect(tables.results.map(({ name }) => name).filter((name) => /page|trend/.test(String(name)))).toEqual([]);
});
