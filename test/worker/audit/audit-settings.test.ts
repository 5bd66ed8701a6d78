import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { upkeepAudits } from "../../../src/audit";
import { inflated } from "../../../src/audit/model/run/analyses";
import {
  audit,
  call,
  callRaw,
  env,
  html,
  newAccount,
  newSite,
  signIn,
  until,
  type TestAccount,
  type TestSite,
} from "../support/api.ts";
import { tickJob } from "../support/tick.ts";

const RUNS = "/api/seo-spider/runs";
const DAY_MS = 86_400_000;
const PASSWORD = "a password of the staging site";
const COOKIE = "preview=a-secret-cookie";
const basic = `Basic ${btoa(`editor:${PASSWORD}`)}`;

async function change(account: TestAccount, site: TestSite, json: Record<string, unknown>) {
  const headers = await signIn(account.email);
  return call("PATCH", `/api/account/domains/${site.host}`, { headers, json });
}

/** Everything that is stored of a domain's audits, as text. */
async function stored(site: TestSite): Promise<string> {
  const tables = ["domain", "action_log", "audit_run", "audit_part"];
  const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
  const keys = await env.KV.list();
  const values = await Promise.all(keys.keys.map(({ name }) => env.KV.get(name)));
  const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id");
  const object = await runInDurableObject(env.DOMAIN_AUDIT.getByName(id!), (_, { storage }) =>
    JSON.stringify([
      [...storage.kv.list()],
      storage.sql.exec("SELECT * FROM page").toArray(),
      storage.sql.exec("SELECT * FROM run_log").toArray(),
      storage.sql
        .exec<{ body: ArrayBuffer }>("SELECT body FROM run_analysis UNION ALL SELECT body FROM run_analysis_part")
        .toArray()
        .map(({ body }) => inflated(body)),
    ]),
  );
  return JSON.stringify([rows.map(({ results }) => results), values]) + object;
}

describe("a site that is not public", () => {
  /** Every page needs the password and the cookie. An image leads to another site. */
  async function staging() {
    const other = await newSite({ "*": { base64: "AAAA", headers: { "content-type": "image/png" } } });
    const closed = (body: string) => ({
      status: 401,
      body: "closed",
      when: [{ header: "authorization", includes: basic, route: { body } }],
    });
    const site = await newSite();
    const head = `<meta property="og:image" content="${site.origin}/image.png">`;
    await site.set({
      "/": closed(html({ head, body: `<a href="/a">a</a><a href="/away">away</a>` })),
      "/a": closed(html({ title: "A page behind the password" })),
      "/away": { status: 302, headers: { location: `${other.origin}/away` }, body: "" },
      "/image.png": { status: 302, headers: { location: `${other.origin}/image.png` }, body: "" },
    });
    return { site, other, account: await newAccount("pro", [site.host]) };
  }
  const access = { headers: { Cookie: COOKIE }, basicAuth: { username: "editor", password: PASSWORD } };
  const statuses = (detail: any) => detail.pages.map((page: any) => [page.path, page.statusCode]);

  it("is audited with its headers, which no other site gets and nobody can read", async () => {
    const { site, other, account } = await staging();
    expect(statuses(await audit(account, site))).toEqual([["/", 401]]);
    const saved = await change(account, site, { auditAccess: access });
    expect([saved.status, saved.body.auditAccess]).toEqual([200, { headers: ["cookie"], basicAuth: true }]);
    const detail = await audit(account, site);
    expect(statuses(detail)).toEqual([
      ["/", 200],
      ["/a", 200],
      ["/away", 302],
    ]);
    expect(await site.headers()).toMatchObject({ cookie: COOKIE, authorization: basic });
    expect(await other.log()).toContain("GET /image.png");
    expect(await other.headers()).not.toHaveProperty("authorization");
    expect(await other.headers()).not.toHaveProperty("cookie");
    const member = await call("GET", `/api/account/domains/${site.host}`, { headers: await signIn(account.email) });
    const log = await call("GET", "/api/account/log", { headers: await signIn(account.email) });
    const shown = JSON.stringify([saved.body, detail, member.body, log.body]) + (await stored(site));
    for (const secret of [PASSWORD, COOKIE, basic.slice(6)]) expect(shown).not.toContain(secret);
    expect((await change(account, site, { auditAccess: null })).body.auditAccess).toBeNull();
    expect(statuses(await audit(account, site))).toEqual([["/", 401]]);
  });

  it("may be opened for one run alone", async () => {
    const { site, account } = await staging();
    const detail = await audit(account, site, { access: { basicAuth: access.basicAuth } });
    expect(statuses(detail)[0]).toEqual(["/", 200]);
    expect(JSON.stringify(detail) + (await stored(site))).not.toContain(PASSWORD);
    expect(statuses(await audit(account, site))).toEqual([["/", 401]]);
  });

  it("is not audited with a secret that was encrypted for another domain", async () => {
    const { site, account } = await staging();
    await change(account, site, { auditAccess: access });
    const second = await newSite({ "/": { body: html() } });
    const thief = await newAccount("pro", [second.host]);
    await env.DB.prepare(
      "UPDATE domain SET audit_access = (SELECT audit_access FROM domain WHERE domain = ?1) WHERE domain = ?2",
    )
      .bind(site.host, second.host)
      .run();
    const json = { domain: second.host, urls: [`${second.origin}/`], mode: "follow" };
    const started = await call("POST", RUNS, { headers: thief.auth, json });
    expect(started).toMatchObject({ status: 409, body: { error: "stored_secret_unreadable" } });
  });

  it.each([
    [{ headers: { Host: "evil.example" } }, "header that the audit sets itself"],
    [{ headers: { "x-a": "line\r\nx-b: c" } }, "without line breaks"],
    [{ headers: { "bad name": "x" } }, "name of a header"],
    [{}, "give headers or basicAuth"],
    [{ basicAuth: { username: "a:b", password: "" } }, "no colon"],
    [{ headers: { Authorization: "Bearer x" }, basicAuth: access.basicAuth }, "either basicAuth"],
  ])("%j is refused", async (auditAccess, fault) => {
    const site = await newSite();
    const answer = await change(await newAccount("free", [site.host]), site, { auditAccess });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(fault)]);
  });
});

describe("fields of pages", () => {
  it("are in results, filters, exports and the archive", async () => {
    const product = (price: string) => ({
      body: html({ title: `A product for the price of ${price}`, body: `<p class="price">${price}</p>` }),
    });
    const site = await newSite({
      "/": { body: html({ body: `<a href="/1">one</a><a href="/2">two</a><a href="/gone">gone</a>` }) },
      "/1": product("10 €"),
      "/2": product("=2+3"),
    });
    const account = await newAccount("pro", [site.host]);
    const auditExtractors = [
      { name: "price", selector: "main > .price" },
      { name: "lang", selector: "html", attribute: "lang" },
    ];
    expect((await change(account, site, { auditExtractors })).body.auditExtractors).toEqual(auditExtractors);
    const { run, pages } = await audit(account, site);
    const found = Object.fromEntries(pages.map((page: any) => [page.path, page.extracted]));
    const lang = { values: ["en"], count: 1 };
    expect(found).toEqual({
      "/": { price: { values: [], count: 0 }, lang },
      "/1": { price: { values: ["10 €"], count: 1 }, lang },
      "/2": { price: { values: ["=2+3"], count: 1 }, lang },
      "/gone": null,
    });
    const answers = async () => {
      const ask = async (query: string) =>
        (await call("GET", `${RUNS}/${run.id}?${query}`, { headers: account.auth })).body.pages.map((p: any) => p.path);
      expect(await ask("extracted=price")).toEqual(["/1", "/2"]);
      expect(await ask("extracted=price&sort=-path")).toEqual(["/2", "/1"]);
      expect(await ask("extracted=-price")).toEqual(["/", "/gone"]);
      expect(await ask(`extracted=${encodeURIComponent("price=10 €")}`)).toEqual(["/1"]);
      const csv = (await call("GET", `${RUNS}/${run.id}/export?format=csv`, { headers: account.auth })).body as string;
      const [header, ...lines] = csv.trim().split("\r\n");
      expect(header!.split(",").slice(-2)).toEqual(["extracted.price", "extracted.lang"]);
      expect(lines.some((line) => line.endsWith(",10 €,en"))).toBe(true);
      expect(lines.some((line) => line.endsWith(",'=2+3,en"))).toBe(true);
      const jsonl = await callRaw(`${RUNS}/${run.id}/export?format=jsonl`, account.auth);
      return new TextDecoder().decode(await jsonl.arrayBuffer());
    };
    const live = await answers();
    const id = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id"))!;
    await upkeepAudits(env, id, run.completedAt + 8 * DAY_MS);
    expect(await env.DOMAIN_AUDIT.getByName(id).storedRuns()).toEqual([]);
    expect(await answers()).toEqual(live);
  });

  it("have a column each in the export, however many they are", async () => {
    const site = await newSite({ "/": { body: html({ body: '<p class="price">5</p>' }) } });
    const account = await newAccount("pro", [site.host]);
    const auditExtractors = Array.from({ length: 10 }, (_, i) => ({ name: `field${i}`, selector: "main > .price" }));
    expect((await change(account, site, { auditExtractors })).status).toBe(200);
    const { run } = await audit(account, site);
    const csv = (await call("GET", `${RUNS}/${run.id}/export?format=csv`, { headers: account.auth })).body as string;
    const [header, line] = csv.split("\r\n");
    expect(header!.split(",").slice(-10)).toEqual(auditExtractors.map(({ name }) => `extracted.${name}`));
    expect(line!.endsWith(",5".repeat(10))).toBe(true);
  });

  it("are found by XPath and by regular expression too", async () => {
    const body = `<table><tr><th>SKU</th><td>x-1</td></tr></table><script>push({"sku":"s-1"})</script>`;
    const site = await newSite({ "/": { body: html({ body }) } });
    const account = await newAccount("pro", [site.host]);
    const auditExtractors = [
      { name: "cell", language: "xpath", selector: "//th[.='SKU']/following-sibling::td" },
      { name: "sku", language: "regex", selector: '"sku":"([^"]*)"' },
    ];
    expect((await change(account, site, { auditExtractors })).body.auditExtractors).toEqual(auditExtractors);
    const { run, pages } = await audit(account, site);
    expect(pages[0]!.extracted).toEqual({
      cell: { values: ["x-1"], count: 1 },
      sku: { values: ["s-1"], count: 1 },
    });
    expect(run.crawlStats.extractors!.map(({ language }: any) => language)).toEqual(["xpath", "regex"]);
    const wrong = [
      { name: "a", language: "xpath", selector: "//a", attribute: "href" },
      { name: "b", language: "regex", selector: "(a)\\1" },
    ];
    const { status, body: refused } = await change(account, site, { auditExtractors: wrong });
    expect([status, ...refused.issues.map(({ path }: any) => path)]).toEqual([
      400,
      "auditExtractors.0.attribute",
      "auditExtractors.1.selector",
    ]);
  });

  it("are refused with the selector's fault", async () => {
    const site = await newSite();
    const account = await newAccount("free", [site.host]);
    const auditExtractors = [{ name: "x", selector: "p:nth-child(2)" }];
    const { status, body } = await change(account, site, { auditExtractors });
    expect([status, body.issues[0]]).toEqual([
      400,
      { path: "auditExtractors.0.selector", message: expect.stringContaining("pseudo-classes") },
    ]);
  });
});

describe("a file of URLs", () => {
  it("is audited, and nothing else", async () => {
    const site = await newSite({ "*": { body: html({ body: '<a href="/other">other</a>' }) } });
    const account = await newAccount("pro", [site.host]);
    const path = `${RUNS}/from-list?domain=${site.host}`;
    const headers = { ...account.auth, "content-type": "text/csv" };
    const lines = Array.from({ length: 20 }, (_, i) => `page ${i},${site.origin}/p/${i}`);
    const body = ["title,url", ...lines].join("\n");
    const started = await call("POST", path, { headers, body });
    const detail = await until(async () => {
      const answer = await call("GET", `${RUNS}/${started.body.runId}`, { headers: account.auth });
      return answer.body.run.completedAt !== null && answer.body;
    });
    expect(detail.run).toMatchObject({ mode: "selected", pagesCrawled: 20 });
    const foreign = await call("POST", path, { headers, body: `url\n${site.origin}/a\nhttps://elsewhere.example/` });
    expect([foreign.status, foreign.body.error]).toEqual([400, "invalid_urls"]);
    const json = { ...account.auth, "content-type": "application/json" };
    expect((await call("POST", path, { headers: json, body: "[]" })).body.error).toBe("unsupported_media_type");
    const session = { ...(await signIn(account.email)), "content-type": "text/plain" };
    expect((await call("POST", path, { headers: session, body })).body.error).toBe("unsupported_media_type");
  });
});

describe("a file of many long URLs", () => {
  it("is larger than a value of the object's storage may be", async () => {
    const site = await newSite({ "*": { body: html() } });
    const account = await newAccount("pro", [site.host], { pagesPerRun: 2 });
    const lines = Array.from({ length: 3_000 }, (_, i) => `${site.origin}/${i}-${"x".repeat(800)}`);
    const headers = { ...account.auth, "content-type": "text/plain" };
    const started = await call("POST", `${RUNS}/from-list?domain=${site.host}`, { headers, body: lines.join("\n") });
    expect(started.status).toBe(200);
    const run = await until(async () => {
      const answer = await call("GET", `${RUNS}/${started.body.runId}?limit=1`, { headers: account.auth });
      return answer.body.run.completedAt !== null && answer.body.run;
    });
    expect(run).toMatchObject({ status: "limit_reached", pagesCrawled: 2 });
    expect(run.crawlStats).toMatchObject({ discovered: 3_000, queueLeft: 2_998 });
  });
});

describe("the scope of scheduled audits", () => {
  it("is the domain's", async () => {
    const site = await newSite({
      "*": { body: html({ body: '<a href="/blog/a">a</a><a href="/shop/b">b</a><a href="/">home</a>' }) },
    });
    const account = await newAccount("pro", [site.host]);
    const auditScope = { include: ["/blog/*"], crawler: "GPTBot" };
    const saved = await change(account, site, { auditScope, auditFrequency: "daily" });
    expect(saved.body.auditScope).toEqual(auditScope);
    await tickJob("startScheduledRuns", Date.parse("2032-03-03T00:15:00Z"));
    const runs = await until(async () => {
      const { body } = await call("GET", RUNS, { headers: account.auth });
      return body.runs[0]?.completedAt && body.runs;
    });
    const { body } = await call("GET", `${RUNS}/${runs[0].id}`, { headers: account.auth });
    expect(body.pages.map(({ path }: any) => path)).toEqual(["/blog/", "/blog/a"]);
  });
});
