import { expect, it } from "vitest";
import { exports } from "cloudflare:workers";
import { sitePath } from "../../../src/lib/hosts/page-paths";
import { audit, call, env, html, newAccount, newSite, signIn } from "../support/api.ts";
import { purgeDomain } from "../../../src/jobs/purge-domain";

const PATH = "/api/analytics/search";

it("puts clicks and impressions beside visits and issues, and is deleted", async () => {
  const site = await newSite({
    "/": { body: html({ body: '<a href="/a">a page</a><a href="/gone">gone</a>' }) },
    "/a": { body: html({ title: "The first page of all" }) },
    "/gone": { status: 404 },
  });
  const account = await newAccount("pro", [site.host]);
  const query = `?domain=${site.host}`;
  const read = async () => (await call("GET", PATH + query, { headers: account.auth })).body;
  expect(await read()).toMatchObject({ importedAt: null, rows: [], totals: { clicks: 0, impressions: 0 } });
  const { run } = await audit(account, site);
  const headers = { ...account.auth, "content-type": "text/csv" };
  const lines = [`${site.origin}/a,3,40,7%,2`, `${site.origin}/gone,9,50,18%,1`, `${site.origin}/never,0,1,0%,80`];
  const body = ["Top pages,Clicks,Impressions,CTR,Position", ...lines, "https://elsewhere.example/,1,1,1,1"].join("\n");
  const imported = await call("POST", PATH + query, { headers, body });
  expect(imported.body).toEqual({ ok: true, pages: 3, skipped: 1 });
  const shown = await read();
  expect(shown).toMatchObject({ pages: 3, totals: { clicks: 12, impressions: 91 }, runId: run.id });
  expect(shown.rows.map(({ path, audit: seen }: any) => [path, seen?.statusCode ?? null])).toEqual([
    ["/gone", 404],
    ["/a", 200],
    ["/never", null],
  ]);
  const wrong = await call("POST", PATH + query, { headers, body: "a,b,c\n1,2,3" });
  expect([wrong.status, wrong.body.error]).toEqual([400, "invalid_request"]);
  const json = { ...account.auth, "content-type": "application/json" };
  expect((await call("POST", PATH + query, { headers: json, body: "[]" })).body.error).toBe("unsupported_media_type");
  expect((await read()).pages).toBe(3);
  expect((await call("DELETE", PATH + query, { headers: account.auth })).body).toEqual({ ok: true });
  expect((await read()).importedAt).toBeNull();
});

it("is deleted with its domain", async () => {
  const { host } = await newSite();
  const account = await newAccount("pro", [host]);
  const headers = { ...account.auth, "content-type": "text/csv" };
  const body = `page,clicks,impressions\nhttps://${host}/,1,2`;
  expect((await call("POST", `${PATH}?domain=${host}`, { headers, body })).status).toBe(200);
  const id = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(host).first<string>("id"))!;
  expect(await env.ARCHIVE.get(`search/${id}.json`)).not.toBeNull();
  await env.DB.prepare("UPDATE domain SET deleted_at = 1 WHERE id = ?").bind(id).run();
  await purgeDomain(env, { domainId: id, last: false }, Date.now());
  expect(await env.ARCHIVE.get(`search/${id}.json`)).toBeNull();
});

it("is imported and deleted in the dashboard", async () => {
  const { host } = await newSite();
  const account = await newAccount("pro", [host]);
  const session = await signIn(account.email);
  const at = (rest: string) => `http://api.test${sitePath(host, rest as "crawlers/search")}`;
  const send = (rest: string, text: string) => {
    const body = new FormData();
    body.set("file", new File([text], "Pages.csv"));
    return exports.default.fetch(at(rest), { method: "POST", headers: session, body, redirect: "manual" });
  };
  const shown = async () => (await exports.default.fetch(at("crawlers/search"), { headers: session })).text();
  const wrong = await send("crawlers/search", "a,b,c\n1,2,3");
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("send Pages.csv")]);
  const table = `Top pages,Clicks,Impressions,CTR,Position\nhttps://${host}/<b>x,7,8,1%,2`;
  expect((await send("crawlers/search", table)).status).toBe(303);
  expect(await shown()).toContain("/%3Cb%3Ex");
  expect((await send("crawlers/search/delete", "")).status).toBe(303);
  expect(await shown()).not.toContain("/%3Cb%3Ex");
});
