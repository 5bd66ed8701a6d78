import type { DomainRow } from "../accounts";
import { canonicalPath, visitsByPath } from "../analytics";
import { latestPages } from "../audit";
import type { Bindings } from "../env";
import { schemaError } from "../errors/api-error";
import { readSearchTable } from "./core/search-table";
import { keepSearch, keptSearch } from "./search-bucket";

/** Crawler visits of this many days. */
const VISIT_DAYS = 30;

type SearchEnv = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS">;

/** Imports a table of Search Console instead of the one before. @throws ApiError `invalid_request`: it is none. */
export async function importSearch(
  env: Pick<Bindings, "ARCHIVE">,
  { id, domain }: DomainRow,
  text: string,
  now: number,
) {
  const table = readSearchTable(text, domain, canonicalPath);
  if (table === null || table.rows.length === 0)
    throw schemaError([
      {
        path: "body",
        message: `the file is no table of pages of ${domain} with clicks and impressions in at most 60,000 lines; send Pages.csv`,
      },
    ]);
  await keepSearch(env, id, { ...table, importedAt: now });
  return { pages: table.rows.length, skipped: table.skipped };
}

/** Clicks and impressions beside crawler visits and the issues of the latest finished audit, most clicks first. */
export async function searchFigures(env: SearchEnv, { id, domain }: DomainRow, limit: number, now: number) {
  const kept = await keptSearch(env, id);
  const rows = (kept?.rows ?? []).slice(0, limit);
  const [visits, audit] = await Promise.all([
    visitsByPath(env, id, VISIT_DAYS, now),
    auditedPages(env, id, new Set(rows.map(({ path }) => path))),
  ]);
  const total = (of: "clicks" | "impressions") => kept?.rows.reduce((sum, row) => sum + row[of], 0) ?? 0;
  return {
    domain,
    importedAt: kept?.importedAt ?? null,
    pages: kept?.rows.length ?? 0,
    skipped: kept?.skipped ?? 0,
    totals: { clicks: total("clicks"), impressions: total("impressions") },
    visitDays: VISIT_DAYS,
    runId: audit.runId,
    rows: rows.map(({ path, clicks, impressions, position }) => {
      return {
        path,
        clicks,
        impressions,
        position,
        crawlerVisits: visits.get(path) ?? 0,
        audit: audit.pages.get(path) ?? null,
      };
    }),
  };
}

interface AuditedPage {
  statusCode: number;
  indexable: boolean;
  healthScore: number;
  issueIds: string[];
}

async function auditedPages(env: SearchEnv, domainId: string, wanted: ReadonlySet<string>) {
  const pages = new Map<string, AuditedPage>();
  const latest = wanted.size === 0 ? null : await latestPages(env, domainId);
  if (latest)
    for await (const batch of latest.batches)
      for (const { path: found, statusCode, indexable, healthScore, issues } of batch) {
        const path = canonicalPath(found) ?? found;
        if (wanted.has(path))
          pages.set(path, { statusCode, indexable, healthScore, issueIds: [...new Set(issues.map(({ id }) => id))] });
      }
  return { runId: latest?.run.id ?? null, pages };
}
