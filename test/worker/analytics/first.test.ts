import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { firstList } from "../../../src/insights";
import { deleteFirst } from "../../../src/insights/first-bucket";
import { DAY_MS, HOUR_MS, utcDay } from "../../../src/lib/time/time";
import { api, audit, env, html, newSite, signIn } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { countedCalls } from "../support/counted-stores.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

const site = (id: string, domain: string) => ({
  id,
  domain,
  brandName: null,
  brandAliases: null,
  ignoredParameters: null,
  renderRules: null,
  crawlRouter: null,
  canonicalRedirects: false,
});

describe("what to do first", () => {
  it("joins the areas, and leads to the dashboard's pages", async () => {
    const links = ["/a", "/b", "/c"].map((path) => `<a href="${path}">${path}</a>`).join(" ");
    const page = { body: html({ title: "x", body: "<p>thin</p>" }) };
    const pages = await newSite({ "/": { body: html({ body: links }) }, "/a": page, "/b": page, "/c": page });
    const { account, domain, id } = await newVisits(pages.host);
    const now = Date.now();
    const says = (content: string, daysAgo: number) => ({
      about: { title: "", description: "", canonical: "", content },
      createdAt: now - daysAgo * DAY_MS,
    });
    await cache(domain, "/a", "<p>old</p>", says("old", 25));
    await cache(domain, "/a", "<p>new</p>", says("new", 12));
    await cache(domain, "/a", "<p>new</p>", says("new", 1));
    const visit = (path: string, change: object) => ({
      event: visitOfBot(id, { path, reported: true, ...change }),
      verdict: "verified" as const,
    });
    await addVisits(
      env,
      [
        visit("/gone", { at: now - DAY_MS, times: 60, status: 404 }),
        visit("/a", { at: now - 20 * DAY_MS, times: 30, status: 200 }),
        visit("/b", { at: now - DAY_MS, times: 30, status: 200 }),
      ],
      now,
    );
    await audit(account, pages, { rendering: "never" });
    const { readFirst } = api(account.auth);
    const list = await readFirst({ query: { domain } });
    const found = new Map(list.entries.map((entry) => [entry.id, entry]));
    expect(found.get("waste:not_found")).toMatchObject({
      gain: { visits: 60, citations: 0, points: null },
      evidence: "60 crawler visits in 30 days to 1 address that answered 404 or 410 last, 50% of all.",
      examples: ["/gone"],
      page: `/app/site/${encodeURIComponent(domain).replaceAll("%3A", ":")}/crawlers/waste`,
      weight: 50,
      since: utcDay(now),
    });
    expect(found.get("unseen:changed")).toMatchObject({
      gain: { visits: 30, citations: 0, points: null },
      evidence: "1 page changed more than 7 days ago. Not read since then by GPTBot.",
      examples: ["/a"],
    });
    const issue = list.entries.find(({ area }) => area === "issue")!;
    expect(issue.page).toContain(`/audits/${list.runId}/issues/`);
    expect(list.sentence).toBe(`${list.entries.length} things to do first.`);
    const opened = await exports.default.fetch(`http://api.test/app/site/${domain}`, {
      headers: await signIn(account.email),
    });
    const shown = await opened.text();
    for (const { title, page: href } of list.entries) {
      expect(shown).toContain(title);
      expect(shown).toContain(`href="${href}"`);
    }
    expect(shown).toContain(`there are ${list.entries.length} things to do first`);
  });

  it("is made once an hour, keeps its day, and says what the data say is done", async () => {
    const { domain, id } = await newVisits(`first-hour-${crypto.randomUUID().slice(0, 8)}.example`);
    const now = Date.now();
    const at = (hours: number) => firstList(env, site(id, domain), now + hours * HOUR_MS);
    const event = visitOfBot(id, { path: "/gone", times: 60, status: 404, at: now - 29 * DAY_MS, reported: true });
    const other = visitOfBot(id, { path: "/", times: 60, status: 200, at: now - DAY_MS, reported: true });
    await addVisits(
      env,
      [event, other].map((each) => ({ event: each, verdict: "verified" as const })),
      now,
    );
    const [list, again] = [await at(0), await at(0.9)];
    expect(list.entries.map(({ id: entry, since }) => [entry, since])).toEqual([["waste:not_found", utcDay(now)]]);
    expect(again).toEqual(list);
    const later = await at(48);
    expect([later.entries, later.madeAt]).toEqual([[], now + 48 * HOUR_MS]);
    expect(later.done).toMatchObject([{ id: "waste:not_found", day: utcDay(now + 2 * DAY_MS) }]);
    await deleteFirst(env, id);
    expect((await at(49)).done).toEqual([]);
  });

  it("says plainly that nothing is known", async () => {
    const { account, domain } = await newVisits(`first-none-${crypto.randomUUID().slice(0, 8)}.example`);
    const list = await api(account.auth).readFirst({ query: { domain } });
    expect([list.entries, list.done, list.runId]).toEqual([[], [], null]);
    expect(list.sentence).toMatch(/^Nothing can be said yet\. Not known: no audit has finished/);
  });

  it("calls each object a bounded number of times, and none within the hour", async () => {
    const pages = await newSite({ "/": { body: html() } });
    const { account, domain, id } = await newVisits(pages.host);
    await cache(domain, "/", "<p>one</p>");
    await audit(account, pages, { rendering: "never" });
    const { calls, bound } = countedCalls();
    const now = Date.now();
    await firstList(bound, site(id, domain), now);
    expect(calls.sort()).toEqual([
      "answers.factsAfter",
      "answers.ownCitations",
      "answers.ownCitations",
      "answers.searches",
      "audit.contentRows",
      "audit.findAnalyses",
      "audit.resultRows",
      "audit.resultRows",
      "index.dated",
      "index.describe",
      "index.slowPages",
      "index.watched",
      "visits.daily",
      "visits.pathTotals",
      "visits.readDays",
      "visits.reads",
      "visits.reads",
      "visits.violations",
    ]);
    calls.length = 0;
    await firstList(bound, site(id, domain), now + HOUR_MS / 2);
    expect(calls).toEqual([]);
  });
});
