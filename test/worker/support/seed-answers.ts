import { runInDurableObject } from "cloudflare:test";
import { findDomainById } from "../../../src/accounts/index.ts";
import { openDb } from "../../../src/db/client.ts";
import { API_PROVIDERS } from "../../../src/lib/ai-providers.ts";
import { rulesKeyOf } from "../../../src/mentions/core/analysis/analyse.ts";
import { subjectOf } from "../../../src/mentions/analyse/subject.ts";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact.ts";
import { saveAnalysis, saveAnswer } from "../../../src/mentions/answers/answer-rows.ts";
import {
  newAnalysis,
  packedJson,
  type NewAnalysis,
  type NewAnswer,
  type StoredAnswer,
} from "../../../src/mentions/answers/stored-answer.ts";
import { call, env, OPERATOR, type TestAccount } from "./api.ts";

/** Adds a verified domain with a brand and competitors to an account and returns its id. */
export async function addBrand(account: TestAccount, domain: Record<string, unknown>): Promise<string> {
  const path = `/api/admin/accounts/${account.accountId}/domains`;
  const added = await call("POST", path, { headers: OPERATOR, json: { ...domain, verified: true } });
  if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
    .bind(domain.domain)
    .first<{ id: string }>();
  return row!.id;
}

/** Inserts prompts with these ids directly into the database. */
export async function seedPrompts(accountId: string, domainId: string, ids: readonly string[]): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, tags, monitor_interval, created_at, updated_at)
     SELECT value, ?1, ?2, 'Question ' || value, 'comm', ?4, 'bikes', 'weekly', key, key
     FROM json_each(?3)`,
  )
    .bind(accountId, domainId, JSON.stringify(ids), JSON.stringify(API_PROVIDERS))
    .run();
}

const CHUNK = 2_000;

/** An analysed answer of about 2,000 characters, as the history of a domain has thousands. */
function answerTo({ runId, dateUtc: day, createdAt, promptId, provider, ...fact }: AnswerFact, rulesKey: string) {
  const key = { day, createdAt, runId };
  const analysis = {
    mentioned: fact.position > 0,
    mentionPosition: fact.position,
    mentions: [],
    competitors: fact.competitors.map(([name, count, position]) => ({ name, count, position })),
    citationCount: fact.cited.length,
    citationDomains: fact.cited.map(([domain]) => domain),
    citedUrls: fact.cited.map(([domain, n]) => ({
      domain,
      urls: Array.from({ length: n }, (_, i) => `https://${domain}/${i}`),
    })),
    ownCitations: fact.ownUrls,
    sentiment: fact.sentiment,
    toneFound: fact.toneFound ?? true,
    toneEvidence: null,
    inflections: [],
    recommended: null,
    method: "rules" as const,
    judgement: null,
    analysisText: "",
  };
  return {
    answer: { ...key, promptId, provider, attempt: 1, model: "m", search: null, answer: packedJson(ANSWER) },
    analysis: newAnalysis(key, analysis, { version: 1, rulesKey }),
  };
}

const ANSWER: StoredAnswer = {
  text: "00".repeat(1000),
  citations: [],
  model: "m",
  requestId: null,
  stop: "complete",
  searched: false,
};

/** Stores the answer to a run's first request. */
export function seedText(
  domainId: string,
  run: Pick<NewAnswer, "runId" | "day" | "createdAt" | "promptId">,
  text: string,
): Promise<void> {
  const answer = packedJson({ ...ANSWER, text });
  return seedObject(domainId, [
    { answer: { ...run, provider: "claude", attempt: 1, model: "m", search: null, answer } },
  ]);
}

/** Stores answers whose analysis found nothing, by rules that no domain has. */
export function seedOutdated(
  domainId: string,
  runs: ReadonlyArray<Pick<NewAnswer, "runId" | "day" | "createdAt" | "promptId">>,
  text: string,
): Promise<void> {
  const rows = runs.map(({ day: dateUtc, ...run }) => {
    const fact = {
      ...run,
      dateUtc,
      provider: "claude" as const,
      position: 0,
      sentiment: 0,
      ownUrls: [],
      competitors: [],
      cited: [],
    };
    const { answer, analysis } = answerTo(fact, "older");
    return { answer: { ...answer, answer: packedJson({ ...ANSWER, text }) }, analysis };
  });
  return seedObject(domainId, rows);
}

/** Writes answers and analyses into a domain's object, as its workers do. */
export async function seedObject(
  domainId: string,
  rows: ReadonlyArray<{ answer: NewAnswer; analysis?: NewAnalysis }>,
): Promise<void> {
  const stub = env.DOMAIN_ANSWERS.getByName(domainId);
  // Makes the tables.
  await stub.settle("", []);
  await runInDurableObject(stub, (_, { storage }) =>
    storage.transactionSync(() => {
      for (const { answer, analysis } of rows) {
        saveAnswer(storage.sql, answer);
        if (analysis) saveAnalysis(storage.sql, analysis, { attempt: 1 });
      }
    }),
  );
}

/** Inserts a history of analysed runs, with answers of about 2,000 characters, where the service keeps them. */
export async function seedAnswers(accountId: string, domainId: string, facts: readonly AnswerFact[]): Promise<void> {
  const domain = (await findDomainById(openDb(env.DB), domainId))!;
  // Marks the runs as analysed with today's rules and names, so that the daily cron does not analyse them again.
  const rulesKey = rulesKeyOf(subjectOf(domain));
  const noted = "INSERT OR IGNORE INTO domain_answers (domain_id, rules_key) VALUES (?, ?)";
  await env.DB.prepare(noted).bind(domainId, rulesKey).run();
  for (let i = 0; i < facts.length; i += CHUNK) {
    const part = facts.slice(i, i + CHUNK);
    await env.DB.prepare(
      `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at,
         attempts, answered_at, finished_at)
       SELECT value ->> 'runId', ?1, ?2, value ->> 'promptId', value ->> 'provider', value ->> 'runId', value ->> 'dateUtc', 'ok',
         value ->> 'createdAt', 0, 1, value ->> 'createdAt', value ->> 'createdAt'
       FROM json_each(?3)`,
    )
      .bind(accountId, domainId, JSON.stringify(part))
      .run();
    await seedObject(
      domainId,
      part.map((fact) => answerTo(fact, rulesKey)),
    );
  }
}
