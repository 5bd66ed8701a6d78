import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import {
  audit,
  call,
  html,
  newAccount,
  newSite,
  signIn,
  until,
  type TestAccount,
  type TestSite,
} from "../support/api.ts";

const PAGES = 7;
const links = Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/p${i}">page number ${i}</a>`).join(" ");

let site: TestSite;
let account: TestAccount;
let stopped: any;
let continued: any;
let whole: any;

async function open(rest: string): Promise<string> {
  const answer = await exports.default.fetch(`http://api.test/app/site/${site.host}${rest}`, {
    headers: await signIn(account.email),
  });
  expect([rest, answer.status]).toEqual([rest, 200]);
  return (await answer.text()).replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

/** Two audits of a site with seven pages that stop at a limit of four, the second of which goes on, and a whole one. */
beforeAll(async () => {
  site = await newSite({ "*": { body: html({ title: "" }) }, "/": { body: html({ title: "", body: links }) } });
  account = await newAccount("pro", [site.host], { pagesPerRun: 4 });
  stopped = await audit(account, site);
  continued = await audit(account, site);
  const id = (await call("GET", "/api/account", { headers: await signIn(account.email) })).body.id;
  await call("PATCH", `/api/admin/accounts/${id}`, {
    headers: { authorization: "Bearer test-operator" },
    json: { limits: { pagesPerRun: 100 } },
  });
  whole = await audit(account, site);
});

describe("an audit that goes on where another stopped", () => {
  it("counts the pages of both wherever it counts its pages", async () => {
    expect([stopped.run.pagesCrawled, continued.run.pagesCrawled, continued.pages.length]).toEqual([4, 3, PAGES]);
    expect(await open(`/audits/${continued.run.id}/pages`)).toContain(`1–${PAGES} of ${PAGES}`);
    expect(await open(`/audits/${continued.run.id}`)).toMatch(/Pages 7 3 fetched in .* 4 of the audit before/);
  });

  it("is the evidence of what to do first", async () => {
    const { entries } = (await call("GET", `/api/analytics/first?domain=${site.host}`, { headers: account.auth })).body;
    const evidence = entries.map((each: { evidence: string }) => each.evidence);
    expect(evidence).toContain(`${PAGES} pages have it.`);
    expect(evidence.join()).not.toMatch(/\b[34] pages have it/);
  });
});

describe("a comparison with an audit that stopped at a limit", () => {
  const compare = async (a: any, b: any) =>
    (await call("GET", `/api/seo-spider/runs/${a.run.id}/compare/${b.run.id}`, { headers: account.auth })).body;

  it("takes no page that was not fetched for gone, and compares no Health", async () => {
    const { run, other, removedPages, unreadPages, siteIssues } = await compare(stopped, whole);
    expect([run.readAll, other.readAll, removedPages, unreadPages]).toEqual([false, true, 0, PAGES - 4]);
    expect(siteIssues.filter(({ now }: { now: number }) => now === 0)).toEqual([]);
    const page = await open(`/audits/${stopped.run.id}/compare?with=${whole.run.id}`);
    expect(page).toContain("This audit ended early.");
    expect(page).toContain(`Not read now ${PAGES - 4}`);
    expect(page).toContain("Change of Health –");
    expect(page).not.toContain("Pages gone");
  });

  it("takes no page for new that the other one had not come to", async () => {
    const page = await open(`/audits/${whole.run.id}/compare?with=${stopped.run.id}`);
    expect(page).toContain("The audit before ended early.");
    expect(page).toContain(`Not read before ${PAGES - 4}`);
    expect(page).not.toContain("New pages");
  });

  it("that was cancelled: it neither failed nor found anything gone, and what to do stays that of a whole audit", async () => {
    await site.set({ "*": { body: html(), delayMs: 500 } });
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow" };
    const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
    expect((await call("POST", `/api/seo-spider/runs/${runId}/cancel`, { headers: account.auth })).status).toBe(200);
    const cancelled = await until(async () => {
      const { body } = await call("GET", `/api/seo-spider/runs/${runId}`, { headers: account.auth });
      return body.run.completedAt !== null && body;
    });
    expect(cancelled.run.closeReason).toBe("cancelled");
    const { removedPages, siteIssues } = await compare(cancelled, whole);
    expect([removedPages, siteIssues.filter(({ now }: { now: number }) => now === 0)]).toEqual([0, []]);
    expect(await open("/audits")).toContain("cancelled through the API");
    const result = await open(`/audits/${runId}`);
    expect(result).not.toMatch(/closed to search|Every page is open|0 ms/);
    const { runId: shown } = (await call("GET", `/api/analytics/first?domain=${site.host}`, { headers: account.auth }))
      .body;
    expect(shown).toBe(whole.run.id);
  });

  it("still tells pages that are gone", async () => {
    await site.set({ "*": { status: 404 }, "/": { body: html() } });
    const later = await audit(account, site);
    const { removedPages, unreadPages } = await compare(later, whole);
    expect([removedPages, unreadPages]).toEqual([PAGES - 1, 0]);
  });
});
