import type { ExportedReferral } from "../domain-visits/referral-rows";
import type { ExportedTable, ExportedVisits, TableRow } from "./export-rows";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** Yields a domain's visits by path, day and crawler, one part at a time. */
export async function* exportedVisits(env: VisitsEnv, domainId: string): AsyncGenerator<ExportedVisits[]> {
  for (let from: number | null = 0; from !== null;) {
    const page: { rows: ExportedVisits[]; next: number | null } = await visitsOf(env, domainId).exportDays(from);
    yield page.rows;
    from = page.next;
  }
}

/** Yields the people whom assistants sent to a domain, one day at a time. */
export async function* exportedReferrals(env: VisitsEnv, domainId: string): AsyncGenerator<ExportedReferral[]> {
  for (let after = 0; ;) {
    const page = await visitsOf(env, domainId).exportReferrals(after);
    if (!page) return;
    yield page.rows;
    after = page.day;
  }
}

/** Yields the rows of one of a domain's tables, one part at a time. */
export async function* exportedVisitRows(
  env: VisitsEnv,
  domainId: string,
  table: ExportedTable,
): AsyncGenerator<TableRow[]> {
  for (let after = 0; ;) {
    const page: { rows: TableRow[]; next: number | null } = await visitsOf(env, domainId).exportRows(table, after);
    yield page.rows;
    if (page.next === null) return;
    after = page.next;
  }
}
