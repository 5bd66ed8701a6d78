import { sql, type SQL } from "drizzle-orm";
import type { AnswerForm, AnswerSource } from "./core/answer-form";
import { VERDICTS } from "./core/verdict";
import { within, type DayRange, type Page } from "./report-repo";
import type { VisitTables } from "./visit-tables-repo";

/** Answers to the crawlers of one provider. */
export interface AnswerCount {
  provider: string;
  verdict: number;
  source: AnswerSource;
  form: AnswerForm;
  /** 0: unknown. */
  status: number;
  count: number;
}

/** Answers of the origin on one path. */
export interface PathAnswer extends Omit<AnswerCount, "verdict"> {
  path: string;
  /** All answers of the path. */
  total: number;
}

const counts = (tables: VisitTables, window: DayRange) => sql`
  SELECT answer.*, agent.provider FROM visit_answer AS answer JOIN visit_agent AS agent ON agent.no = answer.agent
  WHERE ${within(tables, "answer", window)}`;

/** Answers of a window by provider, verdict, source, form and status. */
export function answerCounts(tables: VisitTables, window: DayRange): Promise<AnswerCount[]> {
  return tables.all(sql`
    SELECT provider, verdict, source, form, status, sum(count) AS count FROM (${counts(tables, window)})
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 6 DESC, 1, 3, 4, 5`);
}

/** The paths with most answers of the origin, without spoofed visits, each with its answers. */
export function pathAnswers(tables: VisitTables, window: DayRange, { limit, after }: Page): Promise<PathAnswer[]> {
  const rest: SQL = after
    ? sql`WHERE total < ${after.total} OR (total = ${after.total} AND path > ${after.path})`
    : sql``;
  return tables.all(sql`
    WITH own AS MATERIALIZED (
        SELECT path, provider, source, form, status, sum(count) AS count FROM (${counts(tables, window)})
        WHERE path <> '' AND verdict <> ${VERDICTS.spoofed} GROUP BY 1, 2, 3, 4, 5),
      paths AS MATERIALIZED (SELECT path, sum(count) AS total FROM own GROUP BY 1),
      page AS MATERIALIZED (SELECT * FROM paths ${rest} ORDER BY total DESC, path LIMIT ${limit})
    SELECT own.*, page.total FROM page JOIN own USING (path)
    ORDER BY page.total DESC, path, own.count DESC, form, status, provider`);
}
