import { streamText } from "../../../http/stream-text";
import { csvLines, type CsvCell } from "../../../lib/text/csv";
import { visibleText } from "../../../lib/text/strangers-text";
import type { Extractor } from "../../../web/html";
import { CHECKS } from "../../checks/run-checks";
import type { presentPage } from "../pages/presenters";
import type { RunRow } from "../../repo";
import { runPages, type PagesEnv, type PageText } from "../pages/run-pages";

export type ExportFormat = "csv" | "jsonl";

/**
 * A run's pages as a file: CSV with one row per issue, or JSON lines with one page per line, as in the run's detail.
 * Cells have no hidden characters, which terminals and spreadsheets would obey. JSON lines are exact.
 */
export function exportRun(env: PagesEnv, run: RunRow, format: ExportFormat): ReadableStream<Uint8Array> {
  const pages = runPages(env, run);
  return streamText(format === "csv" ? csvText(run, pages) : jsonLines(pages));
}

async function* jsonLines(batches: AsyncIterable<PageText[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield `${batch.map((page) => page.json).join("\n")}\n`;
}

type Page = ReturnType<typeof presentPage>;
type PageIssue = Page["issues"][number];

/** Column → cell. A page without issues has one row with empty issue columns. */
const COLUMNS: Record<string, (page: Page, issue: PageIssue | null, domain: string) => CsvCell> = {
  domain: (_page, _issue, domain) => domain,
  path: (page) => page.path,
  statusCode: (page) => page.statusCode,
  outcome: (page) => page.outcome,
  indexable: (page) => page.indexable,
  nonIndexableReason: (page) => page.nonIndexableReason,
  depth: (page) => page.depth,
  loadTimeMs: (page) => page.loadTimeMs,
  healthScore: (page) => page.healthScore,
  previewScore: (page) => page.previewScore,
  issueCount: (page) => page.issueCount,
  issueId: (_page, issue) => issue && issue.id,
  severity: (_page, issue) => issue && issue.severity,
  issue: (_page, issue) => issue && (CHECKS.get(issue.id)?.title ?? null),
  found: (_page, issue) => issue && issue.detail.found,
  expected: (_page, issue) => issue && issue.detail.expected,
  count: (_page, issue) => issue?.detail.count ?? null,
  samples: (_page, issue) => issue?.detail.samples?.join(" | ") ?? null,
  fix: (_page, issue) => issue && (CHECKS.get(issue.id)?.fix ?? null),
};

/** A cell without a stranger's hidden characters. */
const visibleCell = (cell: CsvCell): CsvCell => (typeof cell === "string" ? visibleText(cell) : cell);

/** A column for each field that the run read from its pages. Known once it has ended. */
function extractedColumns({ crawlStats }: RunRow): Record<string, (page: Page) => CsvCell> {
  const extractors = (crawlStats?.["extractors"] ?? []) as Extractor[];
  return Object.fromEntries(
    extractors.map(({ name }) => [
      `extracted.${name}`,
      (page: Page) => page.extracted?.[name]?.values.join(" | ") ?? null,
    ]),
  );
}

async function* csvText(run: RunRow, batches: AsyncIterable<PageText[]>): AsyncGenerator<string> {
  const { domain } = run;
  const columns: typeof COLUMNS = { ...COLUMNS, ...extractedColumns(run) };
  const cells = Object.values(columns);
  yield csvLines([Object.keys(columns).map(visibleCell)]);
  for await (const batch of batches) {
    const rows = batch.flatMap(({ json }) => {
      const page = JSON.parse(json) as Page;
      const issues: Array<PageIssue | null> = page.issues.length > 0 ? page.issues : [null];
      return issues.map((issue) => cells.map((cell) => visibleCell(cell(page, issue, domain))));
    });
    yield csvLines(rows);
  }
}
