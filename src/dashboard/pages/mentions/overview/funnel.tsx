import type { SitePageContext } from "../../../server/page-env";
import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { Num } from "../../../ui/format";
import { EmptyState, Grid, PageHeader, Stat } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/table";
import { Untrusted } from "../../../ui/untrusted";
import { filtersOf } from "../parts/data";
import { ChoiceForm, MentionTabs } from "../parts/parts";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Funnel = ResponseOf<"readFunnel">;

const LISTED = 50;

const columns: Column<Funnel["paths"][number]>[] = [
  { name: "Page", heading: true, cell: ({ path }) => <Untrusted text={path} max={140} /> },
  { name: "Crawler visits", number: true, cell: ({ crawled }) => <Num value={crawled.total} /> },
  { name: "Answers that cite it", number: true, cell: ({ cited }) => <Num value={cited.total} /> },
  { name: "People sent", number: true, cell: ({ visited }) => <Num value={visited.total} /> },
];

/** `GET …/mentions/funnel` */
export async function funnelPage(c: SitePageContext) {
  const { api, domain } = c.var;
  const choice = filtersOf(c);
  const query = { domain: domain.domain, days: choice.days, limit: LISTED };
  const { totals, pages, paths } = await api.readFunnel({ query });
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
          note="visits of crawlers"
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
      <DataTable
        caption="Pages on their way into answers"
        columns={columns}
        rows={paths}
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
