import { wholeView } from "../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../server/list";
import type { ResponseOf } from "../../../client";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Chart } from "../../ui/charts/chart";
import { Num } from "../../ui/format";
import { Card, CopyText, EmptyState, Grid, Stat } from "../../ui/panels";
import { readMarks } from "../../server/read-marks";
import { DataTable, type Column, type ListColumn } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { assistantWords, operatorWords, purposeWords } from "./crawler-words";
import { CrawlerFrame, DaysForm, daysOf, firstDayOf } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

type Referrals = ResponseOf<"readReferrals">;
type Funnel = ResponseOf<"readFunnel">;
type FunnelRow = Funnel["paths"][number];

const MAX_SERIES = 5;

const assistants: Column<Referrals["byAssistant"][number]>[] = [
  { name: "Assistant", heading: true, cell: ({ assistant }) => assistantWords(assistant) },
  { name: "Operator", cell: ({ operator }) => operatorWords(operator) },
  { name: "People", number: true, cell: ({ count }) => <Num value={count} /> },
];

const steps = (domain: string): ListColumn<FunnelRow>[] => [
  {
    name: "Page",
    heading: true,
    value: ({ path }) => path,
    cell: ({ path }) => (
      <a href={sitePath(domain, "inspect", { url: path })}>
        <Untrusted text={path} max={120} />
      </a>
    ),
  },
  {
    name: "Crawled",
    number: true,
    value: ({ crawled }) => crawled.total,
    cell: ({ crawled }) => <Num value={crawled.total} />,
  },
  {
    name: "Mostly by",
    value: ({ crawled: { byKind } }) => (byKind[0] ? purposeWords(byKind[0].kind) : null),
    cell: ({ crawled: { byKind } }) => (byKind[0] ? purposeWords(byKind[0].kind) : <span class="muted">nobody</span>),
  },
  { name: "Cited", number: true, value: ({ cited }) => cited.total, cell: ({ cited }) => <Num value={cited.total} /> },
  {
    name: "Visited",
    number: true,
    value: ({ visited }) => visited.total,
    cell: ({ visited }) => <Num value={visited.total} />,
  },
];

function CountThem({ origin }: { origin: string }) {
  return (
    <Card title="Count people on pages that this service does not serve">
      <p>
        Add one line to these pages. It calls the service only for people whom an assistant sent, and sets no cookie. A
        content security policy must allow it in <code>script-src</code> and <code>connect-src</code>.
      </p>
      <CopyText text={`<script src="${origin}/referrals.js" async></script>`} name="the line" block />
    </Card>
  );
}

/** People whom assistants sent, and the way of pages from crawled to cited to visited. */
export async function peoplePage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const days = daysOf(c);
  const from = firstDayOf(days, Date.now());
  const [referrals, { daily }, funnel, marks] = await Promise.all([
    c.var.api.readReferrals({ query: { domain, from, limit: 1 } }),
    c.var.api.readReferralsDaily({ query: { domain, days: Number(days) } }),
    c.var.api.readFunnel({ query: { domain, days: Number(days), limit: 50 } }),
    readMarks(c),
  ]);
  const since = daily.findIndex(({ byOperator }) => byOperator.some(({ count }) => count > 0));
  const operators = referrals.byOperator.slice(0, MAX_SERIES).map(({ operator }) => operator);
  const series = operators.map((id) => ({
    name: operatorWords(id),
    // Nothing says since when people are counted, except for the first that was.
    values: daily.map(({ byOperator }, i) =>
      i < since ? null : (byOperator.find(({ operator }) => operator === id)?.count ?? 0),
    ),
  }));
  const { crawled, cited, visited } = funnel.totals;
  const list = listState(c, ["days"]);
  if (wantsCsv(c)) return csvOfList(c, `people-${domain}`, funnel.paths, steps(domain), list);
  return page(
    c,
    { title: "People from AI", section: "crawlers", scripts: ["chart"] },
    <CrawlerFrame domain={domain} tab="people" days={days}>
      <DaysForm action={sitePath(domain, "crawlers/people")} days={days} />
      <Grid>
        <Stat name="Crawled" value={<Num value={crawled} />} note="visits by crawlers" />
        <Stat name="Cited" value={<Num value={cited} />} note="citations in answers to your prompts" />
        <Stat name="Visited" value={<Num value={visited} />} note="people whom assistants sent" />
      </Grid>
      {referrals.total > 0 && (
        <>
          <Card>
            <Chart
              title="People from AI assistants per day"
              times={daily.map(({ date }) => date)}
              series={series}
              marks={marks}
              ongoing
            />
          </Card>
          <Card title="Who sent them">
            <DataTable caption="People by assistant" columns={assistants} rows={referrals.byAssistant} empty={null} />
          </Card>
        </>
      )}
      <h2>From crawled to cited to visited</h2>
      <p class="muted">Addresses that differ only in their parameters count as one page.</p>
      <DataTable
        caption="Pages by people, citations and visits of crawlers"
        view={wholeView(funnel.paths, steps(domain), list, { locale: c.var.locale, outOf: funnel.pages })}
        empty={
          <EmptyState title="No page was crawled, cited or visited in this period">
            Connect the site, and ask AI assistants about it under AI mentions.
          </EmptyState>
        }
      />
      {funnel.pages > funnel.paths.length && (
        <p class="muted">
          The first <Num value={funnel.paths.length} /> of <Num value={funnel.pages} /> pages.
        </p>
      )}
      <CountThem origin={new URL(c.req.url).origin} />
    </CrawlerFrame>,
  );
}
