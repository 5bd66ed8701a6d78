import type { SitePageContext } from "../../../server/page-env";
import { page } from "../../../server/page";
import { Chart, type ChartMark } from "../../../ui/charts/chart";
import { cleanText } from "../../../../lib/text/strangers-text";
import { ButtonLink } from "../../../ui/form";
import { Num, Time } from "../../../ui/format";
import { Card, EmptyState, PageHeader } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import {
  brandOf,
  filtersOf,
  openRuns,
  payloadOf,
  PROVIDER_NAMES,
  readAnswers,
  readFigures,
  readReports,
  type PageChoice,
  type Figures,
  type Report,
} from "../parts/data";
import { Between, ChoiceForm, MentionTabs, Percent } from "../parts/parts";
import { BrandNotices, ProviderNotices, reloadAfter, RunProgress } from "../parts/problems";
import { readMarks } from "../../../server/read-marks";
import { RivalTable } from "../parts/rivals";
import { FigureStats } from "./figure-stats";
import { sitePath } from "../../../../lib/hosts/page-paths";

/** Latest runs that show whether a provider can be asked. */
const RECENT_RUNS = "40";

type ProviderRow = Figures["byProvider"][number];

const providerColumns: Column<ProviderRow>[] = [
  { name: "AI provider", heading: true, cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  { name: "Visibility", number: true, cell: ({ visibilityPercent }) => <Percent value={visibilityPercent} /> },
  { name: "Likely range", number: true, cell: ({ interval }) => <Between {...interval} /> },
  { name: "Share of voice", number: true, cell: ({ shareOfVoice }) => <Percent value={shareOfVoice} /> },
  {
    name: "Average position",
    number: true,
    cell: ({ avgPosition, mentions }) => <Num value={mentions > 0 ? avgPosition : null} digits={1} />,
  },
  { name: "Cite your site", number: true, cell: ({ citationRate }) => <Percent value={citationRate} /> },
];

function Trend({ report, marks }: { report: Report; marks: readonly ChartMark[] }) {
  const { points } = report.trendData;
  const share = (value: number | null) => (value === null ? null : value / 100);
  return (
    <Card>
      <Chart
        title="Visibility and share of voice by day"
        share
        max={1}
        marks={marks}
        times={points.map(({ date }) => date)}
        series={[
          { name: "Visibility", values: points.map(({ visibilityPercent }) => share(visibilityPercent)) },
          { name: "Share of voice", values: points.map(({ shareOfVoice }) => share(shareOfVoice)) },
        ]}
      />
      <p class="hint">
        The <Num value={points.length} /> days to <Time at={report.window.to} day />, whatever period is chosen above.
        Each day counts the newest answer of each prompt and provider.
      </p>
    </Card>
  );
}

function ReportPart({ domain, report, marks }: { domain: string; report: Report | null; marks: readonly ChartMark[] }) {
  if (!report)
    return (
      <Card title="Trend and competitors">
        <EmptyState title="No report yet">
          A report is made every night and whenever the day's last answer has arrived. It brings the trend and the
          competitors' figures.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Trend report={report} marks={marks} />
      <Card
        title="Competitors next to you"
        actions={<a href={sitePath(domain, "mentions/competitors")}>All competitors</a>}
      >
        <p class="hint">
          The seven days to <Time at={report.window.to} day />, from the{" "}
          <a href={sitePath(domain, "mentions/reports/:date", { date: report.window.to })}>report of that day</a>.
        </p>
        <RivalTable report={report} limit={5} />
      </Card>
    </>
  );
}

function Body({
  domain,
  choice,
  figures,
  report,
  marks,
}: {
  domain: string;
  choice: PageChoice;
  figures: Figures;
  report: Report | null;
  marks: readonly ChartMark[];
}) {
  return (
    <>
      <ChoiceForm action={sitePath(domain, "mentions")} choice={choice} providers />
      {figures.summary.totalResponses === 0 ? (
        <EmptyState title="No answers in this period">
          Answers come when your prompts are asked. Choose a longer period, or wait for the first ones.
        </EmptyState>
      ) : (
        <FigureStats figures={figures} />
      )}
      <ReportPart domain={domain} report={report} marks={marks} />
      <Card title="By AI provider">
        <DataTable
          caption="Figures by AI provider"
          columns={providerColumns}
          rows={figures.byProvider}
          empty={<EmptyState title="No answers in this period">They are listed here by provider.</EmptyState>}
        />
      </Card>
    </>
  );
}

/** `GET /app/site/:domain/mentions` */
export async function overviewPage(c: SitePageContext) {
  const { domain } = c.var;
  const choice = filtersOf(c);
  const now = Date.now();
  const [figures, answers, { reports }, marks] = await Promise.all([
    readFigures(c, choice),
    readAnswers(c, { limit: RECENT_RUNS }),
    readReports(c, { limit: 1 }),
    readMarks(c),
  ]);
  const create = (
    <ButtonLink tone="main" href={sitePath(domain.domain, "mentions/prompts/new")}>
      New prompt
    </ButtonLink>
  );
  const open = openRuns(answers) > 0;
  return page(
    c,
    {
      title: "AI mentions",
      section: "mentions",
      scripts: open ? ["chart", "reload"] : ["chart"],
      ...(open && { refreshSeconds: reloadAfter(answers, now) * 4 }),
    },
    <>
      <PageHeader
        title="AI mentions"
        actions={create}
        lead={`What AI assistants say about ${cleanText(brandOf(domain), 120)} when people ask them.`}
      />
      <MentionTabs domain={domain.domain} current="" />
      <BrandNotices domain={domain} />
      <ProviderNotices answers={answers} />
      <RunProgress answers={answers} now={now} />
      {figures.prompts.length === 0 ? (
        <EmptyState title="No prompts yet" picture="mentions" action={create}>
          A prompt is a question that your customers ask an assistant, such as “Which workshops repair bicycles well?”.
          The service asks it regularly and reads the answers: are you named, how, alongside whom, and which pages are
          cited?
        </EmptyState>
      ) : (
        <Body domain={domain.domain} choice={choice} figures={figures} report={payloadOf(reports[0])} marks={marks} />
      )}
    </>,
  );
}
