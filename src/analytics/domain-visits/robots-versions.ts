import { HOUR_MS } from "../../lib/time/time";
import { agentOf } from "../catalogue/classify";
import { forbiddingRule, robotsHistory, type RobotsInForce } from "../core/robots-violation";
import { VERDICTS } from "../core/verdict";
import type { CountedVisit, RuledVisit } from "./counted-visit";

const CHECK_AFTER_MS = 6 * HOUR_MS;
const CHECKED_AT = "robotsCheckedAt";

/** Whether the last check of the domain's robots.txt is old. */
export const isRobotsOld = (kv: DurableObjectStorage["kv"], now: number): boolean =>
  (kv.get<number>(CHECKED_AT) ?? 0) < now - CHECK_AFTER_MS;

/** Records a check of robots.txt and stores the text if it changed. Null means that the file could not be fetched. */
export function noteRobots(
  { sql, kv }: Pick<DurableObjectStorage, "sql" | "kv">,
  seen: { hash: string; text: string } | null,
  now: number,
): void {
  kv.put(CHECKED_AT, Math.max(now, kv.get<number>(CHECKED_AT) ?? 0));
  if (!seen) return;
  sql.exec(
    `INSERT OR IGNORE INTO robots_version (since, hash, text) SELECT ?1, ?2, ?3
     WHERE ?2 IS NOT (SELECT hash FROM robots_version ORDER BY since DESC LIMIT 1)`,
    now,
    seen.hash,
    seen.text,
  );
}

/** The domain's robots.txt versions, oldest first. */
function robotsVersions(sql: SqlStorage): RobotsInForce[] {
  return robotsHistory(
    sql.exec<{ since: number; text: string }>("SELECT since, text FROM robots_version ORDER BY since").toArray(),
  );
}

/** Adds the broken rule to each visit of a verified crawler to a path that the robots.txt of that time disallowed. */
export function findViolations(sql: SqlStorage, visits: readonly CountedVisit[]): RuledVisit[] {
  let known: readonly RobotsInForce[] | null = null;
  return visits.map((visit) => {
    const agent = visit.verdict === VERDICTS.verified ? agentOf(visit.token) : null;
    const rule = agent && forbiddingRule(agent, visit.path, visit.at, (known ??= robotsVersions(sql)));
    return { ...visit, rule: rule?.pattern ?? null, line: rule?.line ?? null };
  });
}

/** The latest known robots.txt; null: none is known. */
export function latestRobots(sql: SqlStorage): { since: number; text: string } | null {
  const query = "SELECT since, text FROM robots_version ORDER BY since DESC LIMIT 1";
  return sql.exec<{ since: number; text: string }>(query).toArray()[0] ?? null;
}
