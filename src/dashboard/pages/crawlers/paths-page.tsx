import { partView } from "../../ui/lists/list-view";
import { csvOfParts, listState, wantsCsv } from "../../server/list";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { FilterForm } from "../../ui/lists/filter-form";
import { ButtonLink, Field } from "../../ui/form";
import { Count, Num } from "../../ui/format";
import { EmptyState } from "../../ui/panels";
import { DataTable, type ListColumn } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { operatorWords } from "./crawler-words";
import { CrawlerFrame, daysOf, firstDayOf } from "./frame";
import { allConnected, type Ways } from "./ways";
import { mergePaths, type PathVisitsRow } from "./visit-sums";
import { sitePath } from "../../../lib/hosts/page-paths";

/** Operators that a row names. */
const NAMED = 4;

const fromCache: ListColumn<PathVisitsRow> = {
  name: "From the cache",
  number: true,
  value: ({ total, cache }) => (total === 0 ? null : cache / total),
  cell: ({ total, cache }) => <Num value={total === 0 ? null : cache / total} share digits={0} />,
};

const columnsFor = (domain: string, ways: Ways): ListColumn<PathVisitsRow>[] => [
  {
    name: "Page",
    heading: true,
    value: ({ path }) => (path.startsWith("/") ? path : "All other pages"),
    cell: ({ path }) =>
      path.startsWith("/") ? (
        <a href={sitePath(domain, "inspect", { url: path })}>
          <Untrusted text={path} max={120} />
        </a>
      ) : (
        "All other pages"
      ),
  },
  { name: "Visits", number: true, value: ({ total }) => total, cell: ({ total }) => <Num value={total} /> },
  // Visits are counted per page without the way in which they became known.
  ...(allConnected(ways) ? [fromCache] : []),
  {
    name: "By",
    value: ({ providers }) => providers.map((each) => `${operatorWords(each.provider)}: ${each.count}`).join("; "),
    cell: ({ providers }) => (
      <ul class="lines">
        {providers.slice(0, NAMED).map(({ provider, count }) => (
          <li>
            {operatorWords(provider)}: <Num value={count} />
          </li>
        ))}
        {providers.length > NAMED && (
          <li class="muted">
            and <Num value={providers.length - NAMED} /> more
          </li>
        )}
      </ul>
    ),
  },
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The visited pages, most visited first. */
export async function pathsPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const days = daysOf(c);
  const given = (name: string) => c.req.query(name)?.trim() || undefined;
  const from = given("from") ?? firstDayOf(days, Date.now());
  const [to, search] = [given("to"), given("search")];
  const list = listState(c, ["from", "to", "search", "days"]);
  const read = (cursor: string | undefined, limit: number) =>
    c.var.api.readBots({ query: { domain, from, to, search, cursor, limit } });
  const [report, { ways }] = await Promise.all([
    read(list.cursor, 50),
    c.var.api.readCrawlerResponses({ query: { domain, from, to, limit: 1 } }),
  ]);
  const columns = columnsFor(domain, ways);
  if (wantsCsv(c))
    return csvOfParts(c, `crawled-pages-${domain}`, columns, list, async (cursor) => {
      const part = await read(cursor, 500);
      return { rows: mergePaths(part), nextCursor: part.nextCursor };
    });
  return page(
    c,
    { title: "Crawled pages", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="paths" days={days}>
      <FilterForm action={sitePath(domain, "crawlers/paths")}>
        <Field label="From" name="from" type="date" value={DAY.test(from) ? from : undefined} />
        <Field label="To" name="to" type="date" value={to} />
        <Field label="Path contains" name="search" type="search" value={search} maxlength={2_048} />
      </FilterForm>
      <DataTable
        caption="Visited pages, most visited first"
        view={partView({ rows: mergePaths(report), nextCursor: report.nextCursor }, columns, list)}
        empty={
          <EmptyState
            title="No visit matches"
            action={<ButtonLink href={sitePath(domain, "crawlers/paths")}>Show the last 30 days</ButtonLink>}
          >
            Choose other days, or another part of the path.
          </EmptyState>
        }
      />
      {report.spoofed.total > 0 && (
        <p>
          <Count value={report.spoofed.total} one="visit" many="visits" /> by somebody who only claimed to be a crawler{" "}
          {report.spoofed.total === 1 ? "is" : "are"} not counted here.
        </p>
      )}
    </CrawlerFrame>,
  );
}
