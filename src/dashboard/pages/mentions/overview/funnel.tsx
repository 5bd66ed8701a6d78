import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import type { SitePageContext } from "../../../server/page-env";
import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { Num } from "../../../ui/format";
import { EmptyState, Grid, PageHeader, Stat } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { filtersOf } from "../parts/data";
import { ChoiceForm, MentionTabs } from "../parts/parts";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Funnel = ResponseOf<"readFunnel">;

const LISTED = 50;

const columns: ListColumn<Funnel["paths"][number]>[] = [
  { name: "Page", heading: true, value: ({ path }) => path, cell: ({ path }) => <Untrusted text={path} max={140} /> },
  {
    name: "Crawler visits",
    number: true,
    value: ({ crawled }) => crawled.total,
    cell: ({ crawled }) => <Num value={crawled.total} />,
  },
  {
    name: "Answers that cite it",
    number: true,
    value: ({ cited }) => cited.total,
    cell: ({ cited }) => <Num value={cited.total} />,
  },
  {
    name: "People sent",
    number: true,
    value: ({ visited }) => visited.total,
    cell: ({ visited }) => <Num value={visited.total} />,
  },
];

/** `GET …/mentions/funnel` */
export async function funnelPage(c: SitePageContext) {
  const { api, domain } = c.var;
  const choice = filtersOf(c);
  const query = { domain: domain.domain, days: choice.days, limit: LISTED };
  const { totals, pages, paths } = await api.readFunnel({ query });
  const list = listState(c, ["days"]);
  if (wantsCsv(c)) return csvOfList(c, `funnel-${domain.domain}`, paths, columns, list);
  return page(
    c,
    { title: "From crawled to visited", section: "mentions" },
    <>
      <PageHeader
        title="AI mentions"
        lead="Crawlers read a page, assistants cite it in answers, and people follow the citation."
      />
      <MentionTabs domain={domain.domain} current="funnel" />
      <ChoiceForm action={sitePath(domain.domain, "mentions/funnel")} choice={choice} />
      <Grid>
        <Stat
          name="Crawled"
          value={<Num value={totals.crawled} />}
          note="visits by crawlers"
          href={sitePath(domain.domain, "crawlers")}
        />
        <Stat
          name="Cited"
          value={<Num value={totals.cited} />}
          note="citations in answers to your prompts"
          href={sitePath(domain.domain, "mentions/citations")}
        />
        <Stat name="Visited" value={<Num value={totals.visited} />} note="people whom assistants sent" />
      </Grid>
      <p class="muted">Addresses that differ only in their parameters count as one page.</p>
      <DataTable
        caption="Pages on their way into answers"
        view={wholeView(paths, columns, list, { locale: c.var.locale, outOf: pages })}
        empty={
          <EmptyState title="Nothing in this period">
            Pages appear here once a crawler visits them, an answer cites them, or an assistant sends somebody.
          </EmptyState>
        }
      />
      {pages > paths.length && (
        <p class="hint">
          The first <Num value={paths.length} /> of <Num value={pages} /> pages: most people first, then most cited,
          then most crawled.
        </p>
      )}
    </>,
  );
}
