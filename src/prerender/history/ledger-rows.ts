import { deflateRawSync, inflateRawSync } from "node:zlib";
import { dayNumber, dayText } from "../../lib/time/time";
import type { LedgerDay, LedgerSignature } from "../core/ledger";

/** Days whose entries are kept: as long as visits. Roots and signatures stay, so that the chain holds. */
const ENTRY_DAYS = 180;
const MOST = 16 * 1024 * 1024;

/** A closed day. `entries` null: they were too old and went. */
export interface KeptDay {
  day: string;
  previous: string;
  root: string;
  signature: LedgerSignature | null;
  content: Pick<LedgerDay, "entries" | "visits" | "left"> | null;
}

type Row = { day: number; previous: string; root: string; key: string; signature: string; body: ArrayBuffer | null };

const COLUMNS = "day, previous, root, key, signature, body";

function keptDay({ day, previous, root, key, signature, body }: Row): KeptDay {
  const text = body === null ? null : inflateRawSync(new Uint8Array(body), { maxOutputLength: MOST }).toString("utf8");
  return {
    day: dayText(day),
    previous,
    root,
    signature: signature === "" ? null : { key, value: signature },
    content: text === null ? null : (JSON.parse(text) as KeptDay["content"]),
  };
}

/** The last closed day, since 1970, and its root. */
export function lastClosed(sql: SqlStorage): { day: number; root: string } | null {
  return (
    sql.exec<{ day: number; root: string }>("SELECT day, root FROM ledger ORDER BY day DESC LIMIT 1").toArray()[0] ??
    null
  );
}

/** Adds a day at the end of the chain. False: another came first. */
export function addDay(sql: SqlStorage, { day, previous, root, signature, content }: KeptDay): boolean {
  const last = lastClosed(sql);
  const number = dayNumber(Date.parse(day));
  if ((last?.root ?? "") !== previous || (last && last.day >= number)) return false;
  const body = deflateRawSync(JSON.stringify(content));
  sql.exec(
    "INSERT INTO ledger(day, previous, root, key, signature, body) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    number,
    previous,
    root,
    signature?.key ?? "",
    signature?.value ?? "",
    body,
  );
  return true;
}

/** Closed days after a day (since 1970), the oldest first. */
export function daysAfter(sql: SqlStorage, after: number, limit: number): KeptDay[] {
  return sql
    .exec<Row>(`SELECT ${COLUMNS} FROM ledger WHERE day > ?1 ORDER BY day LIMIT ?2`, after, limit)
    .toArray()
    .map(keptDay);
}

/** How many days are closed, the first and the last. */
export function ledgerSpan(sql: SqlStorage): { days: number; first: string | null; last: string | null } {
  const { days, first, last } = sql
    .exec<{ days: number; first: number | null; last: number | null }>(
      "SELECT count(*) AS days, min(day) AS first, max(day) AS last FROM ledger",
    )
    .one();
  const textOf = (day: number | null) => (day === null ? null : dayText(day));
  return { days, first: textOf(first), last: textOf(last) };
}

/** Drops the entries of old days. */
export function pruneLedger(sql: SqlStorage, now: number): void {
  sql.exec("UPDATE ledger SET body = NULL WHERE day < ?1 AND body IS NOT NULL", dayNumber(now) - ENTRY_DAYS);
}
