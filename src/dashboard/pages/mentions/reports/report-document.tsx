import type { Child } from "hono/jsx";
import { cleanText } from "../../../../lib/text/strangers-text";
import { Count, Num, Time } from "../../../ui/format";
import { Card, EmptyState, Facts } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { PROVIDER_NAMES, type Report } from "../parts/data";
import { Between, Percent, SmallSample } from "../parts/parts";
import { RivalTable } from "../parts/rivals";
import { Advice, List } from "./report-advice";
import { sitePath } from "../../../../lib/hosts/page-paths";

interface MetricRow {
  name: string;
  now: Child;
  before: Child;
  clear: boolean;
}

const metricColumns: Column<MetricRow>[] = [
  { name: "Figure", heading: true, cell: ({ name }) => name },
  { name: "This week", number: true, cell: ({ now }) => now },
  { name: "Week before", number: true, cell: ({ before }) => before },
  { name: "Clear change", cell: ({ clear }) => (clear ? "yes" : "no") },
];

function metrics({ stats }: Report): MetricRow[] {
  const { change, mentions } = stats;
  const named = mentions > 0;
  return [
    {
      name: "Visibility",
      now: <Percent value={stats.visibility.value} />,
      before: <Percent value={change.visibility.previous} />,
      clear: change.visibility.significant,
    },
    {
      name: "Share of voice",
      now: <Percent value={stats.shareOfVoice} />,
      before: <Percent value={change.shareOfVoice.previous} />,
      clear: change.shareOfVoice.significant,
    },
    {
      name: "Average position",
      now: <Num value={named ? stats.avgPosition : null} digits={1} />,
      before: <Num value={change.avgPosition.previous} digits={1} />,
      clear: change.avgPosition.significant,
    },
    {
      name: "Tone, −1 to 1",
      now: <Num value={named ? stats.avgSentiment : null} />,
      before: <Num value={change.avgSentiment.previous} />,
      clear: change.avgSentiment.significant,
    },
    {
      name: "Answers that cite the site",
      now: <Percent value={stats.citationRate.value} />,
      before: <Percent value={change.citationRate.previous} />,
      clear: change.citationRate.significant,
    },
  ];
}

const providerColumns: Column<Report["providerInsights"][number]>[] = [
  { name: "AI provider", heading: true, cell: ({ provider }) => PROVIDER_NAMES[provider] },
  { name: "Model", cell: ({ model }) => <Untrusted text={model} max={80} /> },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  {
    name: "Visibility",
    number: true,
    cell: ({ responses, visibilityPercent }) => <Percent value={responses > 0 ? visibilityPercent : null} />,
  },
  {
    name: "Likely range",
    number: true,
    cell: ({ responses, interval }) =>
      interval && responses > 0 ? <Between {...interval} /> : <span class="muted">–</span>,
  },
  { name: "Note", cell: ({ note }) => <Untrusted text={note} max={300} /> },
];

const sourceColumns: Column<Report["citationOpportunities"][number]>[] = [
  { name: "Site", heading: true, cell: ({ domain }) => <Untrusted text={domain} max={100} /> },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  { name: "Why", cell: ({ reason }) => <Untrusted text={reason} max={300} /> },
];

function FunnelFacts({ funnel, domain }: { funnel: NonNullable<Report["funnel"]>; domain: string }) {
  const { crawledPages, citedPages, citedAndCrawled, checkedPages, auditedPages, soundPages } = funnel;
  return (
    <Card title="From crawlers into answers" actions={<a href={sitePath(domain, "mentions/funnel")}>All pages</a>}>
      <Facts
        items={[
          ["Pages that crawlers visited", <Num value={crawledPages} />],
          [
            "Pages that answers cite",
            <>
              <Num value={citedPages} />, of which crawlers visited <Num value={citedAndCrawled} />
            </>,
          ],
          [
            "Most cited pages in the latest audit",
            <>
              <Num value={auditedPages} /> of <Num value={checkedPages} />, <Num value={soundPages} /> without a problem
            </>,
          ],
        ]}
      />
    </Card>
  );
}

function Numbers({ report }: { report: Report }) {
  const { stats } = report;
  const interval = stats.visibilityByPrompt?.interval ?? stats.visibility;
  return (
    <Card title="Figures">
      <DataTable
        caption="Figures of this week and the week before"
        columns={metricColumns}
        rows={metrics(report)}
        empty={null}
      />
      <p class="hint">
        <Count value={stats.responses} one="answer" many="answers" /> to{" "}
        <Count value={stats.promptsRun} one="prompt" many="prompts" />. Visibility is likely <Between {...interval} />.
        “Clear” changes are more than chance.
      </p>
    </Card>
  );
}

/** A report: everything that it says, in order of importance. */
export function ReportDocument({ report, domain }: { report: Report; domain: string }) {
  const { quickSummary, actionItems, funnel, providerInsights, citationOpportunities, method, stats } = report;
  return (
    <>
      <SmallSample confidence={stats.confidence} />
      <Card title="In short">
        <p class="headline">
          <Untrusted text={quickSummary.headline} max={600} />
        </p>
        <List
          items={quickSummary.bullets.map((text) => (
            <Untrusted text={text} max={400} />
          ))}
        />
        {quickSummary.llm && (
          <p class="hint">
            <Untrusted text={quickSummary.llm.text} max={1_200} /> (worded by {cleanText(quickSummary.llm.model, 80)})
          </p>
        )}
      </Card>
      <Card title="What to do">
        {actionItems.length === 0 ? (
          <EmptyState title="Nothing to do this week">No rule found anything worth your time.</EmptyState>
        ) : (
          actionItems.map((item) => <Advice item={item} domain={domain} />)
        )}
      </Card>
      <Numbers report={report} />
      {funnel && <FunnelFacts funnel={funnel} domain={domain} />}
      <Card title="AI providers">
        <DataTable
          caption="Figures by AI provider"
          columns={providerColumns}
          rows={providerInsights}
          empty={<EmptyState title="No provider answered">See your prompts for the reasons.</EmptyState>}
        />
      </Card>
      <Card title="Competitors">
        <RivalTable report={report} />
      </Card>
      <Card title="Sources to appear in">
        <DataTable
          caption="Sites where a mention of you would help"
          columns={sourceColumns}
          rows={citationOpportunities}
          empty={<EmptyState title="None this week">The answers cite only sites that name you, or none.</EmptyState>}
        />
      </Card>
      <Card title="Method">
        <List items={method.caveats.map((text) => cleanText(text, 500))} />
        <p class="hint">
          Made <Time at={report.generatedAt} />.
        </p>
      </Card>
    </>
  );
}
