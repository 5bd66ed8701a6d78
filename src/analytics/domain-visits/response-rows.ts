import { sql } from "drizzle-orm";
import { VERDICTS } from "../core/verdict";
import { OTHER_PATHS } from "../core/visit-path";
import { execute } from "./visit-rows";
import type { CountedVisit } from "./counted-visit";

/** Paths per day whose origin responses are counted separately. Those of further paths count under `(other)`. */
export const MAX_ANSWER_PATHS = 2_000;

/**
 * Adds visits to the counts of responses. What the cache or a render answered is counted by path elsewhere, so here it
 * has no path. The caller opens the transaction, and remembers that the visits are counted.
 */
export function countResponses(storage: SqlStorage, visits: readonly CountedVisit[]): void {
  const rows = JSON.stringify(
    visits.map(({ day, path, token, provider, kind, verdict, source, form, status, visits: times }) => [
      day,
      source === "origin" || source === "generated" ? (verdict === VERDICTS.spoofed ? OTHER_PATHS : path) : "",
      token,
      provider,
      kind,
      verdict,
      source,
      form,
      status ?? 0,
      times,
    ]),
  );
  execute(
    storage,
    sql`
      INSERT OR IGNORE INTO visit_agent (token, provider, kind)
      SELECT DISTINCT value ->> 2, value ->> 3, value ->> 4 FROM json_each(${rows})`,
  );
  const known = sql`SELECT 1 FROM visit_response AS own WHERE own.day = fresh.day AND own.path = fresh.path`;
  const used = sql`SELECT count(DISTINCT own.path) FROM visit_response AS own WHERE own.day = ranked.day`;
  execute(
    storage,
    sql`
      WITH fresh AS MATERIALIZED (
          SELECT value ->> 0 AS day, value ->> 1 AS path, value ->> 2 AS token, value ->> 3 AS provider, value ->> 4 AS kind,
            value ->> 5 AS verdict, value ->> 6 AS source, value ->> 7 AS form, value ->> 8 AS status, value ->> 9 AS visits
          FROM json_each(${rows})),
        ranked AS MATERIALIZED (
          SELECT day, path, row_number() OVER (PARTITION BY day ORDER BY path) AS rank
          FROM (SELECT DISTINCT day, path FROM fresh WHERE path NOT IN ('', ${OTHER_PATHS}) AND NOT EXISTS (${known}))),
        over AS MATERIALIZED (SELECT day, path FROM ranked WHERE rank + (${used}) > ${MAX_ANSWER_PATHS})
      INSERT INTO visit_response (day, path, agent, verdict, source, form, status, count)
      SELECT fresh.day, iif(over.path IS NULL, fresh.path, ${OTHER_PATHS}), agent.no, verdict, source, form, status, sum(visits)
      FROM fresh JOIN visit_agent AS agent USING (token, provider, kind)
        LEFT JOIN over ON over.day = fresh.day AND over.path = fresh.path
      WHERE TRUE GROUP BY 1, 2, 3, 4, 5, 6, 7
      ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
}
