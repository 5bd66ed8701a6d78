import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Button, ButtonLink, Field, Form } from "../../ui/form";
import { Count, Num } from "../../ui/format";
import { EmptyState } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { operatorWords } from "./crawler-words";
import { CrawlerFrame, daysOf, firstDayOf } from "./frame";
import { allConnected, type Ways } from "./ways";
import { mergePaths, type PathVisitsRow } from "./merge-paths";
import { pathWith, sitePath } from "../../../lib/hosts/page-paths";

/** Operators that a row names. */
const NAMED = 4;

const fromCache: Column<PathVisitsRow> = {
  name: "From the cache",
  number: true,
  cell: ({ total, cache }) => <Num value={total === 0 ? null : cache / total} share digits={0} />,
};

const columnsFor = (domain: string, ways: Ways): Column<PathVisitsRow>[] => [
  {
    name: "Page",
    heading: true,
    cell: ({ path }) =>
      path.startsWith("/") ? (
        <a href={sitePath(domain, "inspect", { url: path })}>
          <Untrusted text={path} max={120} />
        </a>
      ) : (
        "All other pages"
      ),
  },
  { name: "Visits", number: true, cell: ({ total }) => <Num value={total} /> },
  // Visits are counted per page without the way in which they became known.
  ...(allConnected(ways) ? [fromCache] : []),
  {
    name: "By",
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
  const [to, search, cursor] = [given("to"), given("search"), given("cursor")];
  const query = { domain, from, to, search, cursor, limit: 50 };
  const [report, { ways }] = await Promise.all([
    c.var.api.readBots({ query }),
    c.var.api.readCrawlerResponses({ query: { domain, from, to, limit: 1 } }),
  ]);
  const here = (more: Record<string, string | null | undefined>) =>
    sitePath(domain, "crawlers/paths", { from, to, search, ...more });
  return page(
    c,
    { title: "Crawled pages", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="paths" days={days}>
      <Form method="get" action={sitePath(domain, "crawlers/paths")} row>
        <Field label="From" name="from" type="date" value={DAY.test(from) ? from : undefined} />
        <Field label="To" name="to" type="date" value={to} />
        <Field label="Path contains" name="search" type="search" value={search} maxlength={2_048} />
        <Button tone="plain">Show</Button>
      </Form>
      <DataTable
        caption="Visited pages, most visited first"
        columns={columnsFor(domain, ways)}
        rows={mergePaths(report)}
        empty={
          <EmptyState
            title="No visit matches"
            action={<ButtonLink href={sitePath(domain, "crawlers/paths")}>Show the last 30 days</ButtonLink>}
          >
            Choose other days, or another part of the path.
          </EmptyState>
        }
        next={report.nextCursor ? here({ cursor: report.nextCursor }) : null}
        first={cursor ? here({}) : null}
      />
      <p>
        <Count value={report.spoofed.total} one="visit" many="visits" /> by somebody who only claimed to be a crawler{" "}
        {report.spoofed.total === 1 ? "is" : "are"} not counted here.{" "}
        <a href={pathWith("/api/analytics/bots", { domain, from, to, search, format: "csv" })}>All pages as CSV</a>
      </p>
    </CrawlerFrame>,
  );
}
