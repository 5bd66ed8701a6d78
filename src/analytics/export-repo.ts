import { sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { VERDICTS } from "./core/verdict";
import { slotIsOf } from "./slot-repo";

/** Paths per query; each query reads all of their days. */
const PATHS = 200;

export interface ExportedVisits {
  path: string;
  /** `yyyy-mm-dd`, UTC. */
  day: string;
  /** The crawler's token; null if the catalogue did not list the crawler. */
  token: string | null;
  provider: string | null;
  verdict: string;
  cache: number;
  render: number;
}

const verdictNames = Object.fromEntries(Object.entries(VERDICTS).map(([name, code]) => [code, name]));

/** Yields a domain's visits by path, day and crawler, a few paths at a time. */
export async function* exportedVisits(db: Db, domainId: string): AsyncGenerator<ExportedVisits[]> {
  for (let after = ""; ;) {
    const paths = sql`SELECT id, path FROM visit_path WHERE domain_id = ${domainId} AND path > ${after} ORDER BY path LIMIT ${PATHS}`;
    const rows: Array<Omit<ExportedVisits, "day" | "verdict"> & { day: string | null; verdict: number }> =
      await db.all(sql`
      SELECT p.path, date(((d.slot >> 11) & 32767) * 86400, 'unixepoch') AS day, agent.token, agent.provider,
        d.slot & 3 AS verdict, d.cache, d.render
      FROM (${paths}) AS p LEFT JOIN visit_daily AS d ON ${slotIsOf(sql`d.slot`, sql`p.id`)}
        LEFT JOIN visit_agent AS agent ON agent.no = (d.slot >> 2) & 511
      ORDER BY p.path, d.slot`);
    if (rows.length === 0) return;
    yield rows.flatMap((row) =>
      row.day === null ? [] : [{ ...row, day: row.day, verdict: verdictNames[row.verdict] ?? "unknown" }],
    );
    after = rows.at(-1)!.path;
  }
}
