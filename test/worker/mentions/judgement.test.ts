import { beforeAll, describe, expect, it } from "vitest";
import { findDomainById } from "../../../src/accounts/index.ts";
import { openDb } from "../../../src/db/client.ts";
import { analyseAnswer } from "../../../src/mentions/analyse/analyse-answer.ts";
import { judgementQuestion } from "../../../src/mentions/core/analysis/judgement.ts";
import { loadWords } from "../../../src/mentions/analyse/load-words.ts";
import { replayBatch } from "../../../src/mentions/analyse/replay-analysis.ts";
import { rewordingQuestion, rewordSummary } from "../../../src/mentions/report/reword-summary.ts";
import { env, newAccount, type TestAccount } from "../support/api.ts";
import { addBrand, seedPrompts, seedText } from "../support/seed-answers.ts";
import { storedRun } from "../support/stored-run.ts";
import { callsOf, script } from "../support/stand-in.ts";

await loadWords(env);
let account: TestAccount;
let domainId: string;
let serial = 0;

beforeAll(async () => {
  account = await newAccount("pro");
  const competitors = [{ name: "Alpha", siteUrl: "https://alpha.com" }];
  domainId = await addBrand(account, { domain: "velotix.example", brandName: "Velotix", competitors });
  await seedPrompts(account.accountId, domainId, ["judged"]);
});

/** An answer that waits for its analysis. */
async function answered(text: string): Promise<string> {
  const id = crypto.randomUUID();
  await env.DB.prepare(
    `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at, attempts, answered_at)
     VALUES (?1, ?2, ?3, 'judged', 'claude', ?1, '2026-11-01', 'answered', ?4, 0, 1, 1)`,
  )
    .bind(id, account.accountId, domainId, ++serial)
    .run();
  await seedText(domainId, { runId: id, day: "2026-11-01", createdAt: serial, promptId: "judged" }, text);
  return id;
}

const questionOn = (text: string, brandName = "Velotix", competitors: object[] = [{ name: "Alpha" }]) =>
  judgementQuestion({ brandName, competitors, aliases: [], domain: "" } as never, text);
const says = (text: string, judgement: unknown, provider?: string) => {
  const words = typeof judgement === "string" ? judgement : JSON.stringify(judgement);
  const answer = { parts: [{ text: words, cites: [] }] };
  return script(questionOn(text), [{ kind: "complete", searched: false, answer }], provider);
};
const analyse = (id: string, provider = "off", more: object = {}) =>
  analyseAnswer({ ...env, ANALYSIS_PROVIDER: provider, ...more }, id, Date.now);
const claim = (name: string, sense: string, quote: string) => ({ name, sense, recommended: true, rank: 0, quote });
const runOf = (id: string) => storedRun(id, domainId);
const ledger = async (id: string) =>
  (await env.DB.prepare("SELECT attempt, provider, outcome FROM analysis_call WHERE run_id = ?").bind(id).all())
    .results;

describe("a language model", () => {
  it.each(["chatgpt", "claude", "gemini"])(
    "at %s judges tone and finds competitors that nobody tracks",
    async (provider) => {
      const text = `Radlust leads. Velotix follows; Alpha is third. Asked by ${provider}.`;
      const id = await answered(text);
      await says(text, {
        names: [claim("Velotix", "company", "Velotix follows")],
        tone: { value: -0.456, quote: "Velotix follows; Alpha is third." },
        further: ["Radlust", "Ghost Ltd"].map((name) => ({ name, isCompetitor: true, quote: name })),
      });
      await analyse(id, provider);
      const run = await runOf(id);
      expect(run).toMatchObject({ status: "ok", sentiment: -0.46, mentionPosition: 2, analysis: { method: "model" } });
      expect(JSON.parse(run.competitorMentions)).toEqual([
        { name: "Radlust", count: 1 },
        { name: "Alpha", count: 1 },
      ]);
      expect(run.analysisText).toContain("Tone judged by a language model.");
      expect(await ledger(id)).toEqual([{ attempt: 1, provider, outcome: "ok" }]);
      const [call] = await callsOf(questionOn(text));
      expect(call!.body.tools).toBeUndefined();
    },
  );

  it.each<[string, unknown]>([
    ["no JSON", "I think it is good."],
    ["another shape", { sentiment: 1 }],
    ["a tone out of bounds", { names: [], tone: { value: 7, quote: "" }, further: [] }],
  ])("that says %s leaves it to the rules", async (label, judgement) => {
    const text = `Velotix is excellent. (${label})`;
    const id = await answered(text);
    await says(text, judgement);
    await analyse(id, "claude");
    expect(await runOf(id)).toMatchObject({ status: "ok", sentiment: 0.67, analysis: { method: "rules" } });
    expect(await ledger(id)).toEqual([{ attempt: 1, provider: "claude", outcome: "malformed" }]);
  });

  it("that fails, is unknown or is not configured leaves it to the rules, too", async () => {
    for (const provider of ["claude", "bing", "off"]) {
      const text = `Velotix is excellent, says ${provider}.`;
      const id = await answered(text);
      await script(questionOn(text), [{ kind: "unauthorized" }]);
      await analyse(id, provider);
      expect(await runOf(id)).toMatchObject({ status: "ok", mentionPosition: 1, analysis: { method: "rules" } });
      expect(await ledger(id)).toHaveLength(provider === "claude" ? 1 : 0);
    }
  });

  it("is the first with a key, if none is named", async () => {
    const text = "Velotix is excellent, without a named judge.";
    const id = await answered(text);
    await says(text, { names: [], tone: { value: 0.4, quote: "Velotix is excellent" }, further: [] });
    await analyse(id, "");
    expect(await runOf(id)).toMatchObject({ sentiment: 0.4, analysis: { method: "model", toneFound: true } });
    expect(await ledger(id)).toEqual([{ attempt: 1, provider: "gemini", outcome: "ok" }]);
  });

  it("is Cloudflare's own if there is no key", async () => {
    const text = "Velotix is excellent, says Cloudflare.";
    const id = await answered(text);
    const response = { names: [], tone: { value: 0.3, quote: "Velotix is excellent" }, further: [] };
    const AI = { run: async () => ({ response, usage: { prompt_tokens: 7 } }) };
    const none = { OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "", PERPLEXITY_API_KEY: "", GEMINI_API_KEY: "" };
    await analyse(id, "", { ...none, AI });
    expect(await runOf(id)).toMatchObject({ sentiment: 0.3, analysis: { method: "model" } });
    expect(await ledger(id)).toEqual([{ attempt: 1, provider: "cloudflare", outcome: "ok" }]);
  });

  it("whose claim quotes what the answer does not say loses that claim", async () => {
    const text = "Velotix is excellent, whatever a model says.";
    const id = await answered(text);
    await says(text, {
      names: [
        claim("Velotix", "denied", "I know nothing of Velotix."),
        claim("Velotix", "denied", "Velotix is excellent"),
      ],
      tone: { value: -1, quote: "Velotix is a scam." },
      further: [{ name: "Ghost", isCompetitor: true, quote: "Ghost" }],
    });
    await analyse(id, "claude");
    const run = await runOf(id);
    expect(run).toMatchObject({
      mentionPosition: 1,
      sentiment: 0.67,
      analysis: { method: "rules", recommended: null },
    });
    expect(run.analysisText).toContain("Tone judged by a list of words.");
    expect(run.competitorMentions).toBe("[]");
  });

  it("whose tone quotes what the answer does not say leaves the tone to the lexicon", async () => {
    const text = "Velotix is excellent, and a model misquotes it.";
    const id = await answered(text);
    await says(text, {
      names: [claim("Velotix", "company", "Velotix is excellent")],
      tone: { value: -1, quote: "Velotix is a scam." },
      further: [],
    });
    await analyse(id, "claude");
    const run = await runOf(id);
    // "Excellent" praises, but does not recommend.
    expect(run).toMatchObject({ sentiment: 0.67, analysis: { method: "model", recommended: false } });
    expect(run.analysisText).toContain("Tone judged by a list of words.");
  });

  it("has a budget of its own", async () => {
    const text = "Velotix is excellent, on no budget.";
    const id = await answered(text);
    await analyse(id, "claude", { ANALYSIS_CALLS_PER_DAY: "0" });
    expect(await runOf(id)).toMatchObject({ status: "ok", analysis: { method: "rules" } });
    expect(await ledger(id)).toEqual([]);
  });

  it("is not asked again by a replay", async () => {
    const text = "Velotix beats Radlust.";
    const id = await answered(text);
    await says(text, {
      names: [],
      tone: { value: 0.9, quote: "Velotix beats" },
      further: [{ name: "Radlust", isCompetitor: true, quote: "beats Radlust" }],
    });
    await analyse(id, "gemini");
    await env.DB.prepare("UPDATE domain SET competitors = '[]' WHERE id = ?").bind(domainId).run();
    await replayBatch(env, domainId);
    const run = await runOf(id);
    expect(run).toMatchObject({ sentiment: 0.9, analysis: { method: "model" } });
    expect(JSON.parse(run.competitorMentions)).toEqual([{ name: "Radlust", count: 1 }]);
    expect(await callsOf(questionOn(text))).toHaveLength(1);
  });
});

describe("a report's summary", () => {
  const summary = {
    headline: "Velotix is named in 40 % of 20 answers.",
    bullets: [],
    source: "rules" as const,
    llm: null,
  };
  const reword = async (provider = "off") => {
    const domain = (await findDomainById(openDb(env.DB), domainId))!;
    return rewordSummary({ ...env, ANALYSIS_PROVIDER: provider }, domain, summary, Date.now());
  };
  const rewrites = (json: string) =>
    script(rewordingQuestion(summary), [
      { kind: "complete", searched: false, answer: { parts: [{ text: json, cites: [] }] } },
    ]);

  it("is reworded by a model that keeps to its numbers, and by no other", async () => {
    expect(await reword()).toEqual(summary);
    await rewrites('{"text":"Of 20 answers, 40 % name Velotix."}');
    expect(await reword("claude")).toMatchObject({
      headline: summary.headline,
      source: "llm",
      llm: { text: "Of 20 answers, 40 % name Velotix." },
    });
    for (const wrong of ['{"text":"Half of 20 answers, up 12 %."}', '{"words":"40"}', "40 % of 20"]) {
      await rewrites(wrong);
      expect(await reword("claude")).toEqual(summary);
    }
  });
});
