import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact";
import { DAY_MS, utcDay } from "../../../src/lib/time/time";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { api, env } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { seedAnswers, seedPrompts } from "../support/seed-answers.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

describe("questions without a page", () => {
  it("join searches of assistants with cached pages and verified visits", async () => {
    const { account, domain, id } = await newVisits("questions.example");
    const now = Date.now();
    const about = (title: string) => ({ about: { title, description: "", canonical: "", content: "" } });
    const answer = (runId: string): AnswerFact => ({
      runId,
      promptId: "p-questions",
      provider: "chatgpt",
      dateUtc: utcDay(now),
      createdAt: 1,
      position: 1,
      sentiment: 0,
      ownUrls: [],
      competitors: [],
      cited: [],
    });
    await seedPrompts(account.accountId, id, ["p-questions"]);
    await seedAnswers(account.accountId, id, [answer("r-questions-1"), answer("r-questions-2")]);
    const queries = ["best bicycle repair", "electric scooter insurance", "bicycle rental berlin"];
    await runInDurableObject(env.DOMAIN_ANSWERS.getByName(id), (_, { storage }) => {
      storage.sql.exec("UPDATE answer SET search = ?", JSON.stringify({ queries, used: [] }));
    });
    const { readQuestions } = api(account.auth);
    const before = await readQuestions({ query: { domain } });
    expect(before).toMatchObject({ searches: 3, pages: 0, none: 0, questions: [], unread: [] });
    await cache(domain, "/repairs", "<p>a</p>", about("Bicycle repairs"));
    await cache(domain, "/rental", "<p>a</p>", about("Bicycle rental in Berlin"));
    const visit = { event: visitOfBot(id, { path: "/rental" }), verdict: "verified" as const };
    await addVisits(env, [visit], now);
    // Published today, for all that is known: nobody can have failed to read it.
    expect((await readQuestions({ query: { domain } })).unread).toEqual([]);
    const stranger = visitOfBot(id, { path: "/repairs", at: now - 9 * DAY_MS, reported: true });
    await addVisits(env, [{ event: stranger, verdict: "unknown" }], now);
    const report = await readQuestions({ query: { domain } });
    expect(report).toMatchObject({ searches: 3, pages: 2, none: 1, partly: 0, page: 2 });
    expect(report.questions).toMatchObject([
      { query: "electric scooter insurance", covers: "none", runs: 2, cited: 0, readByAsker: null },
      { query: "best bicycle repair", covers: "page", path: "/repairs", share: 1, readByAsker: false },
      { query: "bicycle rental berlin", covers: "page", path: "/rental", share: 1, readByAsker: true },
    ]);
    expect(report.unread).toEqual([{ path: "/repairs", runs: 2, knownSince: utcDay(now - 9 * DAY_MS) }]);
  });
});
