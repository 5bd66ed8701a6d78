import { countWords } from "../../ui/count-words";
import { wholeView } from "../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../server/list";
import type { ResponseOf } from "../../../client";
import { readUpload, submit } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, Confirm, FileField, Form } from "../../ui/form";
import { Num, Time } from "../../ui/format";
import { Card, EmptyState, Grid, Stat } from "../../ui/panels";
import { DataTable, type ListColumn } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { CrawlerFrame } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

type Search = ResponseOf<"readSearchData">;
type Row = Search["rows"][number];

const MOST_BYTES = 4 * 1_048_576;

const columns = (domain: string): ListColumn<Row>[] => [
  {
    name: "Page",
    heading: true,
    value: ({ path }) => path,
    cell: ({ path }) => (
      <a href={sitePath(domain, "audits/:runId/page", { runId: "latest", path })}>
        <Untrusted text={path} />
      </a>
    ),
  },
  { name: "Clicks", number: true, value: ({ clicks }) => clicks, cell: ({ clicks }) => <Num value={clicks} /> },
  {
    name: "Impressions",
    number: true,
    value: ({ impressions }) => impressions,
    cell: ({ impressions }) => <Num value={impressions} />,
  },
  {
    name: "Position",
    number: true,
    value: ({ position }) => position,
    cell: ({ position }) => <Num value={position} digits={1} />,
  },
  {
    name: "Crawler visits",
    number: true,
    value: ({ crawlerVisits }) => crawlerVisits,
    cell: ({ crawlerVisits }) => <Num value={crawlerVisits} />,
  },
  {
    name: "Issues",
    number: true,
    value: ({ audit }) => audit && audit.issueIds.length,
    cell: ({ audit }) => <Num value={audit && audit.issueIds.length} />,
  },
  {
    name: "In the latest audit",
    value: ({ audit }) => audit && audit.statusCode,
    cell: ({ audit }) =>
      audit === null ? "not seen" : `${audit.statusCode}${audit.indexable ? "" : ", not open to search"}`,
  },
];

/** `/crawlers/search`: clicks and impressions beside crawler visits and issues. */
export async function searchPage(c: SitePageContext, problem?: ApiProblem) {
  const { domain } = c.var.domain;
  const search = await c.var.api.readSearchData({ query: { domain, limit: 200 } });
  const action = sitePath(domain, "crawlers/search");
  const list = listState(c);
  if (wantsCsv(c)) return csvOfList(c, `search-${domain}`, search.rows, columns(domain), list);
  return page(
    c,
    { title: "Search Console", section: "crawlers", status: problem?.status },
    <CrawlerFrame domain={domain} tab="search">
      {search.importedAt !== null && (
        <>
          <Grid>
            <Stat name="Clicks" value={<Num value={search.totals.clicks} />} />
            <Stat name="Impressions" value={<Num value={search.totals.impressions} />} />
            <Stat name="Pages" value={<Num value={search.pages} />} note={<Time at={search.importedAt} />} />
          </Grid>
          <DataTable
            caption="Pages by clicks"
            view={wholeView(search.rows, columns(domain), list, { locale: c.var.locale, outOf: search.pages })}
            empty={<EmptyState title="No pages">Import a file with pages of this domain.</EmptyState>}
          />
        </>
      )}
      <Card title="Import from Search Console">
        <Form
          action={action}
          problem={problem && [problem.message, problem.fieldMessage("body")].filter(Boolean).join(" ")}
          upload
        >
          <FileField
            label="Pages.csv"
            name="file"
            accept=".csv,text/csv"
            hint="Search results → Export → Download CSV. The file replaces what was imported before."
          />
          <Button>Import</Button>
        </Form>
        {search.importedAt !== null && (
          <Confirm name="Delete this data" action={sitePath(domain, "crawlers/search/delete")}>
            <p>Clicks and impressions are deleted here, not at Google.</p>
          </Confirm>
        )}
      </Card>
    </CrawlerFrame>,
  );
}

export function importSearchData(c: SitePageContext): Promise<Response> {
  const { domain } = c.var.domain;
  return submit(c, {
    send: async () => {
      const text = (await (await readUpload(c, "file", MOST_BYTES))?.text()) ?? "";
      return c.var.api.importSearchData({ query: { domain }, text, contentType: "text/csv" });
    },
    done: ({ pages }) => ({
      to: sitePath(domain, "crawlers/search"),
      text: `${countWords(pages, "page was", "pages were")} imported.`,
    }),
    again: (problem) => searchPage(c, problem),
  });
}

export function deleteSearchData(c: SitePageContext): Promise<Response> {
  const { domain } = c.var.domain;
  const back = sitePath(domain, "crawlers/search");
  return submit(c, {
    send: () => c.var.api.deleteSearchData({ query: { domain } }),
    done: () => ({ to: back, text: "The data is deleted." }),
    back,
  });
}
