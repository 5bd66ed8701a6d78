import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import type { SitePageContext } from "../../../server/page-env";
import { page } from "../../../server/page";
import { Num } from "../../../ui/format";
import { Badge, Card, EmptyState, PageHeader } from "../../../ui/panels";
import { DataTable, type Column, type ListColumn } from "../../../ui/lists/table";
import { Untrusted, UntrustedLink } from "../../../ui/untrusted";
import { filtersOf, payloadOf, readFigures, readReports, type Figures, type Report } from "../parts/data";
import { ChoiceForm, MentionTabs, Percent, providerList } from "../parts/parts";
import { sitePath } from "../../../../lib/hosts/page-paths";

const OWNERS = {
  own: ["good", "yours"],
  competitor: ["warn", "a competitor’s"],
  other: ["none", "another’s"],
} as const;

const sourceColumns: ListColumn<Figures["sources"][number]>[] = [
  {
    name: "Site",
    heading: true,
    value: ({ domain }) => domain,
    cell: ({ domain }) => <Untrusted text={domain} max={100} />,
  },
  {
    name: "Whose",
    value: ({ owner }) => OWNERS[owner][1],
    cell: ({ owner }) => {
      const [tone, name] = OWNERS[owner];
      return <Badge tone={tone}>{name}</Badge>;
    },
  },
  {
    name: "Answers that cite it",
    number: true,
    value: ({ cited }) => cited,
    cell: ({ cited }) => <Num value={cited} />,
  },
  { name: "Answers that found it", number: true, value: ({ used }) => used, cell: ({ used }) => <Num value={used} /> },
];

const ownColumns: Column<Figures["ownPages"][number]>[] = [
  { name: "Page", heading: true, cell: ({ url }) => <UntrustedLink url={url} max={140} /> },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  { name: "Of them name you", number: true, cell: ({ mentions }) => <Num value={mentions} /> },
  { name: "Prompts", number: true, cell: ({ prompts }) => <Num value={prompts} /> },
  { name: "Providers", cell: ({ providers }) => providerList(providers) },
];

const chanceColumns: Column<Report["citationOpportunities"][number]>[] = [
  { name: "Site", heading: true, cell: ({ domain }) => <Untrusted text={domain} max={100} /> },
  { name: "Kind", cell: ({ type }) => <Badge>{type}</Badge> },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  { name: "Name you", number: true, cell: ({ brandMentionedPct }) => <Percent value={brandMentionedPct} digits={0} /> },
  { name: "Why", cell: ({ reason }) => <Untrusted text={reason} max={300} /> },
  {
    name: "Pages",
    cell: ({ sampleUrls }) =>
      sampleUrls.length === 0 ? (
        <span class="muted">–</span>
      ) : (
        <ul class="plain-list">
          {sampleUrls.map((url) => (
            <li>
              <UntrustedLink url={url} max={60} />
            </li>
          ))}
        </ul>
      ),
  },
];

const queryColumns: Column<Figures["searchQueries"][number]>[] = [
  { name: "Search", heading: true, cell: ({ query }) => <Untrusted text={query} max={200} /> },
  { name: "Answers", number: true, cell: ({ runs }) => <Num value={runs} /> },
  { name: "Prompts", number: true, cell: ({ prompts }) => <Num value={prompts} /> },
  { name: "Providers", cell: ({ providers }) => providerList(providers) },
];

const MAX_QUERIES = 50;

/** `GET …/mentions/citations` */
export async function citationsPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const choice = filtersOf(c);
  const [figures, { reports }] = await Promise.all([readFigures(c, choice), readReports(c, { limit: 1 })]);
  const list = listState(c, ["days", "provider"]);
  if (wantsCsv(c)) return csvOfList(c, `citations-${domain}`, figures.sources, sourceColumns, list);
  return page(
    c,
    { title: "Citations", section: "mentions" },
    <>
      <PageHeader title="AI mentions" lead="The pages that assistants name as their sources, and whose they are." />
      <MentionTabs domain={domain} current="citations" />
      <ChoiceForm action={sitePath(domain, "mentions/citations")} choice={choice} providers />
      <Card title="Your cited pages">
        <DataTable
          caption="Your pages that answers cite"
          columns={ownColumns}
          rows={figures.ownPages}
          empty={
            <EmptyState title="None of your pages is cited yet">
              The report's advice says which pages and sources to begin with.
            </EmptyState>
          }
        />
      </Card>
      <Card title="Sites that are cited">
        <p class="hint">“Found” are sites among the assistant's own search results, whether or not it cites them.</p>
        <DataTable
          caption="Sites by the answers that cite them"
          view={wholeView(figures.sources, sourceColumns, list, { locale: c.var.locale })}
          empty={
            <EmptyState title="No citations in this period">Choose a longer period, or wait for answers.</EmptyState>
          }
        />
      </Card>
      <Card title="Sources to appear in">
        <DataTable
          caption="Sites where a mention of you would help, from the latest report"
          columns={chanceColumns}
          rows={payloadOf(reports[0])?.citationOpportunities ?? []}
          empty={<EmptyState title="None known yet">They come with the next report.</EmptyState>}
        />
      </Card>
      <Card title="What the assistants searched for">
        <DataTable
          caption="The assistants' own searches for your prompts"
          columns={queryColumns}
          rows={figures.searchQueries.slice(0, MAX_QUERIES)}
          empty={<EmptyState title="No searches known">Not every assistant says what it searches for.</EmptyState>}
        />
      </Card>
    </>,
  );
}
