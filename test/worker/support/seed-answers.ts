import { findDomainById } from "../../../src/accounts/index.ts";
import { openDb } from "../../../src/db/client.ts";
import { PROVIDERS } from "../../../src/lib/ai-providers.ts";
import { rulesKeyOf } from "../../../src/mentions/core/analysis/analyse.ts";
import { subjectOf } from "../../../src/mentions/analyse/subject.ts";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact.ts";
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
    .bind(accountId, domainId, JSON.stringify(ids), JSON.stringify(PROVIDERS))
    .run();
}

const CHUNK = 2_000;

/** Inserts a history of analysed runs, with answers of about 2,000 characters, directly into the database. */
export async function seedAnswers(accountId: string, domainId: string, facts: readonly AnswerFact[]): Promise<void> {
  const domain = (await findDomainById(openDb(env.DB), domainId))!;
  // Marks the runs as analysed with today's rules and names, so that the daily cron does not analyse them again.
  const rulesKey = rulesKeyOf(subjectOf(domain));
  for (let i = 0; i < facts.length; i += CHUNK) {
    const rows = JSON.stringify(facts.slice(i, i + CHUNK));
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at,
           raw_response, mention_position, sentiment, model, finished_at)
         SELECT value ->> 'runId', ?1, ?2, value ->> 'promptId', value ->> 'provider', value ->> 'runId', value ->> 'dateUtc', 'ok',
           value ->> 'createdAt', 0, hex(zeroblob(1000)), value ->> 'position', value ->> 'sentiment', 'm', value ->> 'createdAt'
         FROM json_each(?3)`,
      ).bind(accountId, domainId, rows),
      env.DB.prepare(
        `INSERT INTO answer_fact (run_id, domain_id, prompt_id, provider, date_utc, created_at, position, sentiment, own_urls, competitors, cited, rules_key)
         SELECT value ->> 'runId', ?1, value ->> 'promptId', value ->> 'provider', value ->> 'dateUtc', value ->> 'createdAt',
           value ->> 'position', value ->> 'sentiment', value -> 'ownUrls', value -> 'competitors', value -> 'cited', ?3
         FROM json_each(?2)`,
      ).bind(domainId, rows, rulesKey),
    ]);
  }
}
