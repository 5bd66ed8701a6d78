import type { ExportedReferral } from "./domain-visits/referral-repo";
import type { ExportCursor, ExportedTable, ExportedVisits, TableRow } from "./export-repo";
import { visitsOf, type VisitsEnv } from "./visits-of";

/** Yields a domain's visits by path, day and crawler, a page at a time. */
export async function* exportedVisits(env: VisitsEnv, domainId: string): AsyncGenerator<ExportedVisits[]> {
  for (let after: ExportCursor | null = { path: "", rest: null }; after;) {
    const page: { rows: ExportedVisits[]; next: ExportCursor | null } = await visitsOf(env, domainId).exportDays(after);
    yield page.rows;
    after = page.next;
  }
}

/** Yields the people whom assistants sent to a domain, a day at a time. */
export async function* exportedReferrals(env: VisitsEnv, domainId: string): AsyncGenerator<ExportedReferral[]> {
  for (let after = 0; ;) {
    const page: { day: number; rows: ExportedReferral[] } | null = await visitsOf(env, domainId).exportReferrals(after);
    if (!page) return;
    yield page.rows;
    after = page.day;
  }
}

/** Yields the rows of one of a domain's tables, a page at a time. */
export async function* exportedVisitRows(
  env: VisitsEnv,
  domainId: string,
  table: ExportedTable,
): AsyncGenerator<TableRow[]> {
  for (let after: TableRow | null = null; ;) {
    const page: { rows: TableRow[]; next: TableRow | null } = await visitsOf(env, domainId).exportRows(table, after);
    yield page.rows;
    if (!page.next) return;
    after = page.next;
  }
}
