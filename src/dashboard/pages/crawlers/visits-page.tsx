import type { ResponseOf } from "../../../client";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Chart } from "../../ui/charts/chart";
import { ButtonLink, Select } from "../../ui/form";
import { Count, Num } from "../../ui/format";
import { Badge, Card, EmptyState, Grid, Stat } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { readMarks } from "../../server/read-marks";
import { formWords, operatorWords, purposeWords, sourceWords } from "./crawler-words";
import { CrawlerFrame, DaysForm, daysOf, firstDayOf } from "./frame";
import { allConnected, cacheShare, wayWords, type Ways } from "./ways";
import { knownDays, operatorPurposes, seriesOf, SPLITS, type VisitDay } from "./visit-sums";
import { pathWith, sitePath } from "../../../lib/hosts/page-paths";

type Answer = ResponseOf<"readCrawlerResponses">["byAnswer"][number];
type Summary = ResponseOf<"readBotsSummary">;

export const SPLIT_OPTIONS = [
  ["operator", "Operator"],
  ["purpose", "Purpose"],
  ["proof", "Real and claimed"],
] as const;

/** Rows of a breakdown. */
const MAX_ROWS = 25;

/** The figures of all visits. `ways`: null where they are not known. */
export function VisitStats({ summary, ways }: { summary: Summary; ways: Ways | null }) {
  const { totalCrawlsServed: total, verification, totalPagesCrawled, newPagesCrawled } = summary;
  return (
    <Grid>
      <Stat
        name="Visits"
        value={<Num value={total} />}
        note={ways && !allConnected(ways) ? wayWords(ways) : "of crawlers"}
      />
      <Stat
        name="Verified"
        value={total > 0 ? <Num value={verification.verified / total} share /> : "–"}
        note="proved by address or signature"
      />
      <Stat
        name="Claimed only"
        value={<Num value={verification.spoofed} />}
        note="claimed to be a crawler, came from elsewhere"
        tone={verification.spoofed > total ? "warn" : "none"}
      />
      {ways && (
        <Stat
          name="From the cache"
          value={<Num value={cacheShare(ways)} share digits={0} />}
          note={
            ways.connected.requests === 0 ? (
              "nothing came through this service"
            ) : (
              <>
                of <Count value={ways.connected.requests} one="request" many="requests" /> through this service
              </>
            )
          }
        />
      )}
      <Stat
        name="Pages crawled"
        value={<Num value={totalPagesCrawled} />}
        note={
          <>
            <Num value={newPagesCrawled} /> for the first time
          </>
        }
      />
    </Grid>
  );
}

const who: Column<{ provider: string; kind: string; count: number }>[] = [
  { name: "Operator", heading: true, cell: ({ provider }) => operatorWords(provider) },
  { name: "Purpose", cell: ({ kind }) => purposeWords(kind) },
  { name: "Visits", number: true, cell: ({ count }) => <Num value={count} /> },
];

/** Visits by operator and purpose. */
export function OperatorTable({ daily }: { daily: readonly VisitDay[] }) {
  return (
    <DataTable
      caption="Visits by operator and purpose"
      columns={who}
      rows={operatorPurposes(daily).slice(0, MAX_ROWS)}
      empty={<EmptyState title="No crawler visited in this period" picture="visits" />}
    />
  );
}

const toneOf = (status: number | null) =>
  status === null ? "none" : status < 300 ? "good" : status < 400 ? "info" : status < 500 ? "warn" : "bad";

const got: Column<Answer>[] = [
  { name: "What", heading: true, cell: ({ form }) => formWords(form) },
  { name: "Response", cell: ({ status }) => <Badge tone={toneOf(status)}>{status ?? "unknown"}</Badge> },
  { name: "From", cell: ({ servedBy, way }) => sourceWords(servedBy, way) },
  { name: "Requests", number: true, cell: ({ count }) => <Num value={count} /> },
];

/** The daily chart, and who came and what they got. */
export async function visitsPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const days = daysOf(c);
  const split = choiceOf(c.req.query("by"), SPLITS) ?? "operator";
  const from = firstDayOf(days, Date.now());
  const [{ daily }, summary, answers, marks] = await Promise.all([
    c.var.api.readBotsDaily({ query: { domain, days: Number(days), detail: "purpose" } }),
    c.var.api.readBotsSummary({ query: { domain, days: Number(days) } }),
    c.var.api.readCrawlerResponses({ query: { domain, from, limit: 1 } }),
    readMarks(c),
  ]);
  const nothing = summary.totalCrawlsServed + summary.verification.spoofed + answers.total === 0;
  const csv = (path: string) => pathWith(`/api/analytics/${path}`, { domain, from, format: "csv" });
  return page(
    c,
    { title: "Crawlers", section: "crawlers", scripts: ["chart"] },
    <CrawlerFrame domain={domain} tab="" days={days}>
      <DaysForm action={sitePath(domain, "crawlers")} days={days}>
        <Select label="Lines of the chart" name="by" value={split} options={SPLIT_OPTIONS} />
      </DaysForm>
      {nothing ? (
        <EmptyState
          title="No crawler visited in this period"
          picture="visits"
          action={
            <>
              <ButtonLink tone="main" href={sitePath(domain, "cache/connect")}>
                Connect the site
              </ButtonLink>
              <ButtonLink href={sitePath(domain, "crawlers/import")}>Import access logs</ButtonLink>
            </>
          }
        >
          Visits are counted once the site hands its crawlers to the service, or from your server’s logs.
        </EmptyState>
      ) : (
        <>
          <VisitStats summary={summary} ways={answers.ways} />
          <Card>
            <Chart
              title="Visits by crawlers per day"
              times={daily.map(({ date }) => date)}
              series={seriesOf(daily, split, knownDays(daily, answers))}
              marks={marks}
              ongoing
            />
          </Card>
          <Grid wide>
            <Card title="Who came">
              <OperatorTable daily={daily} />
              <a href={csv("bots")}>Pages and operators as CSV</a>
            </Card>
            <Card title="What they got">
              <DataTable
                caption="Crawler requests by what they got"
                columns={got}
                rows={answers.byAnswer.slice(0, MAX_ROWS)}
                empty={<EmptyState title="No request was counted in this period" />}
              />
              <a href={csv("answers")}>What your own server answered, as CSV</a>
            </Card>
          </Grid>
        </>
      )}
    </CrawlerFrame>,
  );
}
