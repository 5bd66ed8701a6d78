import { describe, expect, it } from "vitest";
import { DAY_MS, utcDay } from "../../../src/lib/time/time";
import { unseenPages } from "../../../src/insights/unseen-pages";
import { windowOfDays } from "../../../src/analytics";
import { addVisits } from "../../../src/analytics/count/add-visits";
import type { VisitVerdict } from "../../../src/analytics/core/verdict";
import { api, audit, env, html, newSite } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { countedCalls } from "../support/counted-stores.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

const DAY = DAY_MS;
const says = (content: string) => ({ about: { title: "", description: "", canonical: "", content } });
const google = { token: "Googlebot", provider: "google", kind: "search" } as const;

/** A page that had one content on the first day and another one `daysAgo`. */
async function changed(domain: string, path: string, now: number, daysAgo: number): Promise<void> {
  await cache(domain, path, "<p>old</p>", { ...says("old"), createdAt: now - 25 * DAY });
  await cache(domain, path, "<p>new</p>", { ...says("new"), createdAt: now - daysAgo * DAY });
}

describe("what crawlers have not seen yet", () => {
  it("joins the cache's changes with verified visits", async () => {
    const { account, domain, id } = await newVisits("unseen.example");
    const now = Date.now();
    await changed(domain, "/stale", now, 5);
    await changed(domain, "/caught-up", now, 5);
    await changed(domain, "/same-day", now, 5);
    await cache(domain, "/new", "<p>new</p>", says("new"));
    const visit = (path: string, daysAgo: number, verdict: VisitVerdict = "verified", crawler: object = {}) => ({
      event: visitOfBot(id, { path, at: now - daysAgo * DAY, reported: true, ...crawler }),
      verdict,
    });
    const visits = [
      visit("/stale", 9),
      visit("/stale", 1, "unknown"),
      visit("/stale", 1, "spoofed"),
      visit("/stale", 2, "verified", google),
      visit("/caught-up", 9),
      visit("/caught-up", 3),
      visit("/caught-up", 1),
      visit("/same-day", 5),
      visit("/elsewhere", 1),
    ];
    expect(await addVisits(env, visits, now)).toEqual(new Set());
    const report = await api(account.auth).readUnseenPages({ query: { domain, days: 30 } });
    expect(report).toMatchObject({ pages: 4, allPages: true, changedPages: 3 });
    const [gpt, googlebot] = report.crawlers;
    expect(gpt).toMatchObject({ crawler: "GPTBot", read: 3, changed: 1, never: 1, unsure: 1, medianDays: 2 });
    expect(gpt!.pages.map(({ path, reason, lastVisit }) => [path, reason, lastVisit])).toEqual([
      ["/stale", "changed", utcDay(now - 9 * DAY)],
      ["/new", "never", null],
    ]);
    expect(gpt!.pages[0]).toMatchObject({ visits: 3, citations: 0, change: { source: "snapshot", at: now - 5 * DAY } });
    expect(gpt!.fetched).toMatchObject([{ path: "/caught-up", date: utcDay(now - 3 * DAY) }]);
    expect(googlebot).toMatchObject({ crawler: "Googlebot", read: 1, changed: 0, never: 3, unsure: 0, medianDays: 3 });
  });

  it("takes changes of pages that are not cached from two audits", async () => {
    const page = (text: string) => ({ body: html({ body: `<p>${text}</p><a href="/a">a</a> <a href="/b">b</a>` }) });
    const site = await newSite({ "/": page("home"), "/a": page("one"), "/b": page("same") });
    const { account, id } = await newVisits(site.host);
    const visits = ["/a", "/b"].map((path) => ({
      event: visitOfBot(id, { path, at: Date.now() - 3 * DAY, reported: true }),
      verdict: "verified" as const,
    }));
    await addVisits(env, visits, Date.now());
    await audit(account, site, { rendering: "never" });
    await site.set({ "/": page("home"), "/a": page("two"), "/b": page("same") });
    await audit(account, site, { rendering: "never" });
    const { crawlers, changedPages } = await api(account.auth).readUnseenPages({ query: { domain: site.host } });
    expect(changedPages).toBe(1);
    expect(crawlers).toMatchObject([{ crawler: "GPTBot", read: 2, changed: 1, never: 1, unsure: 0 }]);
    expect(crawlers[0]!.pages).toMatchObject([
      { path: "/a", reason: "changed", change: { at: null, source: "audit" } },
      { path: "/", reason: "never" },
    ]);
  });

  it("calls each object a bounded number of times", async () => {
    const { domain, id } = await newVisits("unseen-calls.example");
    await cache(domain, "/", "<p>one</p>");
    const { calls, bound } = countedCalls();
    const now = Date.now();
    await unseenPages(bound, { id, domain }, windowOfDays(now, 30), { limit: 5, now });
    expect(calls.sort()).toEqual(["answers.ownCitations", "index.dated", "visits.reads"]);
  });
});
