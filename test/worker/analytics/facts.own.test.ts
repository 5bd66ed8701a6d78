import "../../../src/prerender/history/text-lines.ts"; // Loaded before a request needs it: modules that a request loads can hang it.
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { DAY_MS, utcDay } from "../../../src/lib/time/time";
import { packedJson, unpackedJson } from "../../../src/mentions/answers/stored-answer";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact";
import { pageText } from "../../../src/prerender/core/page-text";
import { watchCited } from "../../../src/prerender";
import { forgetSnapshots } from "../../../src/prerender";
import { api, env } from "../support/api.ts";
import { cache, indexOf } from "../support/cache.ts";
import { seedAnswers, seedPrompts } from "../support/seed-answers.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

/** Gives the stored answers of a domain this text, with each occurrence of the brand as a mention. */
async function setAnswer(id: string, brand: string, text: string, url: string): Promise<void> {
  const mentions: Array<{ name: string; start: number; end: number }> = [];
  for (let at = text.indexOf(brand); at >= 0; at = text.indexOf(brand, at + 1))
    mentions.push({ name: brand, start: at, end: at + brand.length });
  await runInDurableObject(env.DOMAIN_ANSWERS.getByName(id), (_, { storage }) => {
    for (const row of storage.sql
      .exec<{ run_id: string; answer: ArrayBuffer; analysis: ArrayBuffer }>("SELECT * FROM answer")
      .toArray()) {
      const citations = [{ url, start: text.length - 1, end: text.length }];
      const answer = packedJson({ ...(unpackedJson(row.answer) as object), text, citations });
      const stored = unpackedJson(row.analysis) as { analysis: object };
      const analysis = packedJson({ ...stored, analysis: { ...stored.analysis, mentions } });
      storage.sql.exec(
        "UPDATE answer SET answer = ?2, analysis = ?3 WHERE run_id = ?1",
        row.run_id,
        answer.body,
        analysis.body,
      );
    }
  });
}

const page = (price: string) => `<h1>Pricing</h1><h2>Pro plan</h2><p>€${price}</p><p>per month</p><p>Choose</p>`;

describe("facts in answers", () => {
  it("are followed to the version that a crawler was given, and go with the domain", async () => {
    const { account, domain, id } = await newVisits("facts.example");
    const now = Date.now();
    const fact: AnswerFact = {
      runId: "r-facts",
      promptId: "p-facts",
      provider: "chatgpt",
      dateUtc: utcDay(now),
      createdAt: now - 1_000,
      position: 1,
      sentiment: 0,
      ownUrls: [`https://${domain}/pricing`],
      competitors: [],
      cited: [],
    };
    await seedPrompts(account.accountId, id, ["p-facts"]);
    await seedAnswers(account.accountId, id, [fact]);
    await setAnswer(id, domain, `The Pro plan of ${domain} costs €49 per month.`, `https://${domain}/pricing`);
    const client = api(account.auth);
    const before = await client.readFacts({ query: { domain } });
    expect(before).toMatchObject({ answers: 1, pages: 0, counts: { unknown: 1, stale: 0 }, watched: [] });
    await cache(domain, "/pricing", page("49"), { createdAt: now - 20 * DAY_MS });
    expect(await client.watchPages({ body: { domain, paths: ["/pricing?utm_source=x"] } })).toEqual({
      domain,
      paths: ["/pricing"],
    });
    const begun = await (await indexOf(domain)).begin("/pricing", now);
    expect(begun).toMatchObject({ watched: true });
    await (await indexOf(domain)).abandon("/pricing", (begun as { token: string }).token);
    const text = pageText("Pricing\nPro plan\n€59\nper month\nChoose", "");
    const about = { title: "", description: "", canonical: "", content: "new", text };
    await cache(domain, "/pricing", page("59"), { createdAt: now - 5 * DAY_MS, about });
    const event = visitOfBot(id, { path: "/pricing", at: now - 10 * DAY_MS, reported: true });
    await addVisits(env, [{ event, verdict: "verified" }], now);
    const report = await client.readFacts({ query: { domain } });
    const until = utcDay(now - 5 * DAY_MS);
    const given = utcDay(now - 10 * DAY_MS);
    expect(report).toMatchObject({
      answers: 1,
      pages: 1,
      counts: { stale: 1, unknown: 0 },
      passages: { unknown: 1 },
      watched: [{ path: "/pricing", chosen: true, versions: 2 }],
    });
    expect(report.facts).toMatchObject([
      {
        outcome: "stale",
        claimed: "€49",
        now: { path: "/pricing", quote: "€59", value: "€59" },
        said: { path: "/pricing", quote: "€49", to: now - 5 * DAY_MS },
        given: [{ crawler: "GPTBot", day: given, since: null }],
        sentence: `ChatGPT says €49. /pricing said so until ${until}; now /pricing says €59. GPTBot was last given that version on ${given}, and is not known to have read the page since it changed.`,
      },
    ]);
    for (const path of ["http://evil.example/y", "//evil.example/", "rel", `/${"a".repeat(1_024)}`])
      await expect(client.watchPages({ body: { domain, paths: [path] } })).rejects.toThrow(/invalid/i);
    await forgetSnapshots(env, id, now);
    expect(await client.readFacts({ query: { domain } })).toMatchObject({ pages: 0, watched: [] });
  });

  it("have versions from the first answer that cites a page, however often it is noted", async () => {
    const { domain, id } = await newVisits("cited-facts.example");
    const now = Date.now();
    await cache(domain, "/a", page("1"), { createdAt: now - DAY_MS });
    const site = { id, domain, ignoredParameters: null, renderRules: null };
    for (let i = 0; i < 2; i++)
      await watchCited(env, site, [`https://www.${domain}/a#x`, "https://other.example/b"], now + i);
    const index = await indexOf(domain);
    expect(await index.watched()).toEqual([{ path: "/a", chosen: false, citedAt: now, leftOn: null }]);
    expect(await index.versions(["/a"])).toMatchObject([{ path: "/a", at: now - DAY_MS, status: 200 }]);
  });
});
