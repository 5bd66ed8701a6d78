import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../db/client";
import type { Analysis } from "../core/analysis/types";
import type { Provider } from "../core/provider";
import type { AnswerFact } from "../core/statistics/fact";

/** Facts per query. D1 limits the size of a result, while the history can be long. */
const PAGE = 10_000;

/**
 * The statement that writes or replaces the fact of an analysed run. Place it right after the statement that wrote the
 * analysis, in the same transaction. It does nothing if that one changed nothing.
 */
export function factOf(runId: string, analysis: Analysis, rulesKey: string): SQL {
  const competitors = JSON.stringify(analysis.competitors.map(({ name, count, position }) => [name, count, position]));
  const cited = JSON.stringify(analysis.citedUrls.map(({ domain, urls }) => [domain, urls.length]));
  return sql`INSERT OR REPLACE INTO answer_fact
      (run_id, domain_id, prompt_id, provider, date_utc, created_at, position, sentiment, tone_found, own_urls, competitors, cited, search, rules_key)
    SELECT id, domain_id, prompt_id, provider, date_utc, created_at, ${analysis.mentionPosition}, ${analysis.sentiment}, ${analysis.toneFound ? 1 : 0},
      ${JSON.stringify(analysis.ownCitations)}, ${competitors}, ${cited}, search, ${rulesKey}
    FROM prompt_run WHERE id = ${runId} AND status = 'ok' AND changes() > 0`;
}

type FactTuple = [string, string, Provider, string, number, number, number, number, string, string, string];

/** The analysed answers of a domain from `from` to `to`, inclusive. */
export async function listFacts(db: Db, domainId: string, from: string, to: string): Promise<AnswerFact[]> {
  const facts: AnswerFact[] = [];
  let after = ["", ""];
  for (;;) {
    const rows: FactTuple[] = await db.values(sql`
      SELECT run_id, prompt_id, provider, date_utc, created_at, position, sentiment, tone_found, own_urls, competitors, cited
      FROM answer_fact
      WHERE domain_id = ${domainId} AND date_utc BETWEEN ${from} AND ${to} AND (date_utc, run_id) > (${after[0]}, ${after[1]})
      ORDER BY date_utc, run_id LIMIT ${PAGE}`);
    for (const row of rows) facts.push(readFact(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return facts;
    after = [last[3], last[0]];
  }
}

function readFact(row: FactTuple) {
  const [runId, promptId, provider, dateUtc, createdAt, position, sentiment, toneFound, own, named, cited] = row;
  return {
    runId,
    promptId,
    provider,
    dateUtc,
    createdAt,
    position,
    sentiment,
    toneFound: toneFound === 1,
    ownUrls: own === "[]" ? [] : (JSON.parse(own) as string[]),
    competitors: JSON.parse(named) as AnswerFact["competitors"],
    cited: JSON.parse(cited) as AnswerFact["cited"],
  };
}

/** Inclusive days, `yyyy-mm-dd`, and the provider if only one's runs are requested. */
interface Days {
  from: string;
  to: string;
  provider?: Provider | undefined;
}

const providerOf = ({ provider }: Days) => (provider === undefined ? sql`` : sql`AND provider = ${provider}`);

/** Epoch ms of each prompt's last run in the given days that ended, successfully or not. */
export async function lastRunTimes(db: Db, domainId: string, days: Days): Promise<Map<string, number>> {
  const rows = await db.values<[string, number]>(sql`
    SELECT prompt_id, max(created_at) FROM prompt_run
    WHERE domain_id = ${domainId} AND date_utc BETWEEN ${days.from} AND ${days.to} AND status IN ('ok', 'error') ${providerOf(days)}
    GROUP BY prompt_id`);
  return new Map(rows);
}

/** How many of a provider's answers cited a page of the domain. */
export interface OwnCitation {
  /** Without fragment, campaign parameters and `www.`. */
  url: string;
  provider: Provider;
  answers: number;
}

/** The domain's cited pages from `from` to `to`, inclusive; at most `limit`, most cited first. */
export async function ownCitations(db: Db, domainId: string, days: Days, limit: number): Promise<OwnCitation[]> {
  const rows = await db.values<[string, Provider, number]>(sql`
    SELECT u.value, f.provider, count(*) AS n FROM answer_fact f, json_each(f.own_urls) u
    WHERE f.domain_id = ${domainId} AND f.date_utc BETWEEN ${days.from} AND ${days.to} ${providerOf(days)}
    GROUP BY u.value, f.provider ORDER BY n DESC, u.value LIMIT ${limit}`);
  return rows.map(([url, provider, answers]) => ({ url, provider, answers }));
}

/**
 * The providers' search queries in a domain's answers, most frequent first, with how many runs and prompts led to them.
 */
export async function searchQueriesOf(db: Db, domainId: string, days: Days, limit: number) {
  const rows = await db.values<[string, number, number, string]>(sql`
    SELECT q.value, count(*) AS n, count(DISTINCT f.prompt_id), json_group_array(DISTINCT f.provider)
    FROM answer_fact f, json_each(f.search, '$.queries') q
    WHERE f.domain_id = ${domainId} AND f.date_utc BETWEEN ${days.from} AND ${days.to} ${providerOf(days)}
    GROUP BY q.value ORDER BY n DESC, q.value LIMIT ${limit}`);
  return rows.map(([query, runs, prompts, providers]) => ({
    query,
    runs,
    prompts,
    providers: JSON.parse(providers) as Provider[],
  }));
}

/** How many of a domain's answers had a page of each domain among their search results. */
export async function usedDomainsOf(db: Db, domainId: string, days: Days): Promise<Map<string, number>> {
  const rows = await db.values<[string, number]>(sql`
    SELECT u.value, count(*) AS n FROM answer_fact f, json_each(f.search, '$.used') u
    WHERE f.domain_id = ${domainId} AND f.date_utc BETWEEN ${days.from} AND ${days.to} ${providerOf(days)}
    GROUP BY u.value ORDER BY n DESC LIMIT 1000`);
  return new Map(rows);
}
