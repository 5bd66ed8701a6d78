import { describe, expect, it } from "vitest";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact";
import { DAY_MS, utcDay } from "../../../src/lib/time/time";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { api, audit, env, html, newSite } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { seedAnswers, seedPrompts } from "../support/seed-answers.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

const FIXED = 8;
const PAGES = 32;
const paths = Array.from({ length: PAGES }, (_, i) => `/s/${i}`);

/** A site whose first pages have no h1 until they are fixed. */
function routes(isFixed: boolean) {
  const page = (path: string, i: number) => {
    const { length } = paths;
    const body = html({ title: `Page number ${i} of ${length} about ${path}`, body: `<p>${path}</p>` });
    return [path, { body: i < FIXED && !isFixed ? body.replaceAll(/<\/?h1>/g, "") : body }] as const;
  };
  const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
  return { "/": { body: html({ body: links }) }, ...Object.fromEntries(paths.map(page)) };
}

describe("a fix, as a dated chain", () => {
  it("is judged once crawlers have read it and citations can be compared", async () => {
    const site = await newSite(routes(false));
    const { account, id } = await newVisits(site.host);
    const options = { rendering: "never", allowSampling: false } as const;
    const first = await audit(account, site, options);
    await site.set(routes(true));
    const second = await audit(account, site, options);
    const now = Date.now();
    const { readFixes } = api(account.auth);
    const early = await readFixes({ query: { domain: site.host, limit: 2 } });
    const missing = early.fixes.find(({ issueId }) => issueId === "missing_h1")!;
    expect(missing).toMatchObject({ pages: FIXED, verdict: "too_early", reason: "not_fetched", renewed: null });
    expect(missing.sentence).toContain("Too early to tell");
    expect(missing.paths).toHaveLength(2);

    const ago = (days: number) => now - days * DAY_MS;
    const move = (runId: string, at: number) =>
      env.DB.prepare("UPDATE audit_run SET started_at = ?1, completed_at = ?1 + 1000 WHERE id = ?2")
        .bind(at, runId)
        .run();
    await move(first.run.id, ago(70));
    await move(second.run.id, ago(65));
    const about = (content: string) => ({ about: { title: "", description: "", canonical: "", content } });
    await cache(site.host, "/s/0", "<p>a</p>", { ...about("old"), createdAt: ago(80) });
    await cache(site.host, "/s/0", "<p>b</p>", { ...about("new"), createdAt: ago(64) });
    // Snapshots live for thirty days; the one that is there now says the same.
    await cache(site.host, "/s/0", "<p>b</p>", { ...about("new"), createdAt: ago(1) });
    const visits = paths.slice(0, FIXED).map((path, i) => ({
      event: visitOfBot(id, { path, at: ago(60 - (i % 2)), reported: true }),
      verdict: "verified" as const,
    }));
    await addVisits(env, visits, now);
    const seeded = Array.from({ length: 140 * 4 }, (_, i): AnswerFact => {
      const day = 139 - Math.floor(i / 4);
      const cited = paths.filter((_path, page) => (page * 7 + i) % (page < FIXED && day < 60 ? 8 : 24) === 0);
      return {
        runId: `r-fixes-${i}`,
        promptId: "p-fixes",
        provider: "chatgpt",
        dateUtc: utcDay(ago(day)),
        createdAt: ago(day),
        position: 1,
        sentiment: 0,
        ownUrls: cited.map((path) => site.origin + path),
        competitors: [],
        cited: [],
      };
    });
    await seedPrompts(account.accountId, id, ["p-fixes"]);
    await seedAnswers(account.accountId, id, seeded);
    const report = await readFixes({ query: { domain: site.host } });
    expect(report.audits).toBe(2);
    const fix = report.fixes.find(({ issueId }) => issueId === "missing_h1")!;
    expect(fix).toMatchObject({
      pages: FIXED,
      fixed: { from: ago(70), to: ago(65) + 1_000 },
      renewed: { pages: 1, first: ago(64), last: ago(64) },
      fetched: [{ crawler: "GPTBot", pages: FIXED, first: utcDay(ago(60)), last: utcDay(ago(59)) }],
      verdict: "worked",
      reason: null,
      citations: { pages: FIXED },
    });
    expect(fix.sentence).toMatch(/^It worked: the fixed pages went from/);
    expect(fix.citations!.low).toBeGreaterThan(0);
    expect(fix.paths[0]).toEqual({
      path: "/s/0",
      renewedAt: ago(64),
      fetched: [{ crawler: "GPTBot", date: utcDay(ago(60)) }],
    });
  });

  it("is nothing without audits", async () => {
    const { account, domain } = await newVisits("fixes-none.example");
    const { readFixes } = api(account.auth);
    expect(await readFixes({ query: { domain } })).toMatchObject({ audits: 0, fixes: [], moreFixes: 0 });
  });
});
