import { sql, type SQL } from "drizzle-orm";
import type { ResponseForm, ResponseSource } from "../core/response-form";
import { VERDICTS } from "../core/verdict";
import { within, type DayRange, type Page } from "./report-rows";
import type { VisitTables } from "../domain-visits/visit-rows";

/** Responses to the crawlers of one provider. */
export interface ResponseCount {
  provider: string;
  verdict: number;
  source: ResponseSource;
  form: ResponseForm;
  /** 0: unknown. */
  status: number;
  count: number;
}

/** The origin's responses for one path. */
export interface PathResponse extends Omit<ResponseCount, "verdict"> {
  path: string;
  /** All responses for the path. */
  total: number;
}

const counts = (window: DayRange) => sql`
  SELECT answer.*, agent.provider FROM visit_response AS answer JOIN visit_agent AS agent ON agent.no = answer.agent
  WHERE ${within(window)}`;

/** Responses in a window by provider, verdict, source, form and status. */
export function responseCounts(tables: VisitTables, window: DayRange): Promise<ResponseCount[]> {
  return tables.all(sql`
    SELECT provider, verdict, source, form, status, sum(count) AS count FROM (${counts(window)})
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 6 DESC, 1, 3, 4, 5`);
}

/** The paths with the most responses from the origin, without spoofed visits, each with its responses. */
export function pathResponses(tables: VisitTables, window: DayRange, { limit, after }: Page): Promise<PathResponse[]> {
  const rest: SQL = after
    ? sql`WHERE total < ${after.total} OR (total = ${after.total} AND path > ${after.path})`
    : sql``;
  return tables.all(sql`
    WITH own AS MATERIALIZED (
        SELECT path, provider, source, form, status, sum(count) AS count FROM (${counts(window)})
        WHERE path <> '' AND verdict <> ${VERDICTS.spoofed} GROUP BY 1, 2, 3, 4, 5),
      paths AS MATERIALIZED (SELECT path, sum(count) AS total FROM own GROUP BY 1),
      page AS MATERIALIZED (SELECT * FROM paths ${rest} ORDER BY total DESC, path LIMIT ${limit})
    SELECT own.*, page.total FROM page JOIN own USING (path)
    ORDER BY page.total DESC, path, own.count DESC, form, status, provider`);
}
