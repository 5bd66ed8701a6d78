import type { AnswerOutcome } from "../core/dynamic-interval";
import type { Provider } from "../core/provider";
import { rowsOf } from "./answer-rows";

/** Inclusive days, `yyyy-mm-dd`, and the provider if only one's answers are requested. */
export interface AnswerDays {
  from: string;
  to: string;
  provider?: Provider | undefined;
}

/** Analysed answers that don't count, because D1 says so: runs that are open or failed, and deleted prompts. */
export interface Uncounted {
  runs: readonly string[];
  prompts: readonly string[];
}

/** The day, time and run of the last fact that was read. */
export type FactCursor = readonly [day: string, createdAt: number, runId: string];

export type FactTuple = [
  runId: string,
  promptId: string,
  provider: Provider,
  day: string,
  createdAt: number,
  position: number,
  sentiment: number,
  toneFound: number,
  ownUrls: string,
  competitors: string,
  cited: string,
];

/** Some megabytes. */
const FACTS = 10_000;

/** The condition that an analysed answer counts, and its values. */
function counts({ from, to, provider }: AnswerDays, { runs, prompts }: Uncounted): [string, SqlStorageValue[]] {
  const values: SqlStorageValue[] = [from, to, JSON.stringify(runs), JSON.stringify(prompts)];
  const where = `a.day BETWEEN ? AND ? AND a.rules_key IS NOT NULL AND coalesce(a.status, 'ok') = 'ok'
    AND a.run_id NOT IN (SELECT value FROM json_each(?)) AND a.prompt_id NOT IN (SELECT value FROM json_each(?))`;
  return provider === undefined ? [where, values] : [`${where} AND a.provider = ?`, [...values, provider]];
}

/** The next facts after a cursor, in the order of time; fewer than `FACTS` if there are no more. */
export function factsAfter(sql: SqlStorage, days: AnswerDays, uncounted: Uncounted, after: FactCursor | null) {
  const [where, values] = counts(days, uncounted);
  const cursor = after ?? ["", 0, ""];
  const query = `SELECT run_id, prompt_id, provider, day, created_at, position, sentiment, tone_found, own_urls, competitors, cited
    FROM answer a WHERE ${where} AND (day, created_at, run_id) > (?, ?, ?) ORDER BY day, created_at, run_id LIMIT ${FACTS}`;
  const facts = [...sql.exec(query, ...values, ...cursor).raw()] as unknown as FactTuple[];
  const last = facts.length < FACTS ? undefined : facts.at(-1);
  return { facts, next: last ? ([last[3], last[4], last[0]] as FactCursor) : null };
}

/** How many of a provider's answers cited a page of the domain. */
export interface OwnCitation {
  /** Without fragment, campaign parameters and `www.`. */
  url: string;
  provider: Provider;
  answers: number;
}

export function ownCitationRows(sql: SqlStorage, days: AnswerDays, uncounted: Uncounted, limit: number): OwnCitation[] {
  const [where, values] = counts(days, uncounted);
  return [
    ...rowsOf<OwnCitation>(
      sql,
      `SELECT u.value AS url, a.provider, count(*) AS answers FROM answer a, json_each(a.own_urls) u
       WHERE ${where} GROUP BY u.value, a.provider ORDER BY answers DESC, u.value LIMIT ?`,
      ...values,
      limit,
    ),
  ];
}

/** Answers that cited a page of the domain on a day, and all answers of each day. */
export interface CitedDays {
  cited: Array<[url: string, day: string, answers: number]>;
  answers: Array<[day: string, answers: number]>;
}

export function citedDayRows(sql: SqlStorage, days: AnswerDays, uncounted: Uncounted, limit: number): CitedDays {
  const [where, values] = counts(days, uncounted);
  const cited = `SELECT u.value, a.day, count(*) FROM answer a, json_each(a.own_urls) u WHERE ${where}
    GROUP BY u.value, a.day ORDER BY a.day DESC LIMIT ?`;
  const all = `SELECT a.day, count(*) FROM answer a WHERE ${where} GROUP BY a.day`;
  return {
    cited: [...sql.exec(cited, ...values, limit).raw()] as unknown as CitedDays["cited"],
    answers: [...sql.exec(all, ...values).raw()] as unknown as CitedDays["answers"],
  };
}

export interface SearchQueryRow {
  query: string;
  runs: number;
  prompts: number;
  /** JSON array. */
  providers: string;
  /** Runs whose answers cite a page of the domain. */
  cited: number;
}

export function searchQueryRows(sql: SqlStorage, days: AnswerDays, uncounted: Uncounted, limit: number) {
  const [where, values] = counts(days, uncounted);
  return [
    ...rowsOf<SearchQueryRow>(
      sql,
      `SELECT q.value AS query, count(*) AS runs, count(DISTINCT a.prompt_id) AS prompts,
         json_group_array(DISTINCT a.provider) AS providers, sum(a.own_urls <> '[]') AS cited
       FROM answer a, json_each(a.search, '$.queries') q
       WHERE ${where} AND trim(q.value, char(9, 10, 13, 32)) <> '' GROUP BY q.value ORDER BY runs DESC, q.value LIMIT ?`,
      ...values,
      limit,
    ),
  ];
}

export function usedDomainRows(sql: SqlStorage, days: AnswerDays, uncounted: Uncounted): Array<[string, number]> {
  const [where, values] = counts(days, uncounted);
  const query = `SELECT u.value, count(*) AS n FROM answer a, json_each(a.search, '$.used') u
    WHERE ${where} GROUP BY u.value ORDER BY n DESC LIMIT 1000`;
  return [...sql.exec(query, ...values).raw()] as unknown as Array<[string, number]>;
}

export type OutcomeRow = AnswerOutcome & { createdAt: number };

/** The analysed answers of a prompt and provider since `since`, newest first, at most `limit`. */
export function outcomeRows(
  sql: SqlStorage,
  of: { promptId: string; provider: Provider; sinceDay: string; since: number; limit: number },
  hidden: readonly string[],
): OutcomeRow[] {
  const [where, values] = counts({ from: of.sinceDay, to: "9", provider: of.provider }, { runs: hidden, prompts: [] });
  const rows = rowsOf<{
    createdAt: number;
    position: number;
    sentiment: number;
    ownUrls: string;
    competitors: string;
    cited: string;
    model: string | null;
  }>(
    sql,
    `SELECT created_at AS createdAt, position, sentiment, own_urls AS ownUrls, competitors, cited, model FROM answer a
     WHERE ${where} AND prompt_id = ? AND created_at >= ? ORDER BY day DESC, created_at DESC, run_id DESC LIMIT ?`,
    ...values,
    of.promptId,
    of.since,
    of.limit,
  );
  return Array.from(rows, (row) => ({
    createdAt: row.createdAt,
    position: row.position,
    sentiment: row.sentiment,
    ownCited: row.ownUrls !== "[]",
    competitors: (JSON.parse(row.competitors) as Array<[string]>).map(([name]) => name),
    citedDomains: (JSON.parse(row.cited) as Array<[string]>).map(([domain]) => domain),
    model: row.model,
  }));
}
