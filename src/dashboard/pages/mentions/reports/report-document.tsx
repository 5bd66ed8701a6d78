import type { Child } from "hono/jsx";
import { cleanText } from "../../../../lib/text/strangers-text";
import { headlineOf } from "../../../../mentions/core/report/figures/headline";
import { keyFigures, likelyVisibility, type KeyFigure } from "../../../../mentions/core/report/figures/key-figures";
import { Count, Num, Time } from "../../../ui/format";
import { Card, EmptyState } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { PROVIDER_NAMES, type Report } from "../parts/data";
import { Between, Percent, SmallSample } from "../parts/parts";
import { RivalTable } from "../parts/rivals";
import { Advice, List } from "./report-advice";
import { FunnelFacts } from "./report-funnel";
import { Highlights } from "./report-highlights";

interface Words {
  name: (brand: string) => string;
  value: (value: number | null) => Child;
}

const percent = (value: number | null) => <Percent value={value} />;

const WORDS: Record<KeyFigure["figure"], Words> = {
  visibility: { name: () => "Visibility", value: percent },
  branded: { name: (brand) => `Visibility where the prompt names ${cleanText(brand, 120)}`, value: percent },
  shareOfVoice: { name: () => "Share of voice", value: percent },
  position: { name: () => "Average position", value: (value) => <Num value={value} digits={1} /> },
  tone: { name: () => "Tone where there is one, −1 to 1", value: (value) => <Num value={value} /> },
  citations: { name: () => "Answers that cite the site", value: percent },
};

const metricColumns = (brand: string): Column<KeyFigure>[] => [
  { name: "Figure", heading: true, cell: ({ figure }) => WORDS[figure].name(brand) },
  { name: "This week", number: true, cell: ({ figure, now }) => WORDS[figure].value(now) },
  { name: "Week before", number: true, cell: ({ figure, before }) => WORDS[figure].value(before) },
  { name: "Clear change", cell: ({ clear }) => (clear ? "yes" : "no") },
];

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

function Numbers({ report }: { report: Report }) {
  const own = headlineOf(report.stats);
  return (
    <Card title="Figures">
      <DataTable
        caption="Figures of this week and the week before"
        columns={metricColumns(report.brand.name)}
        rows={keyFigures(report.stats)}
        empty={null}
      />
      <p class="hint">
        <Count value={own.responses} one="answer" many="answers" /> to{" "}
        <Count value={own.promptsRun} one="prompt" many="prompts" />. Visibility is likely{" "}
        <Between {...likelyVisibility(own)} />. “Clear” changes are more than chance.
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
      <Numbers report={report} />
      <div class="report-detail">
        <Card title="What to do">
          {actionItems.length === 0 ? (
            <EmptyState title="Nothing to do this week">No rule found anything worth your time.</EmptyState>
          ) : (
            actionItems.map((item) => <Advice item={item} domain={domain} />)
          )}
        </Card>
      </div>
      <Highlights report={report} domain={domain} />
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
        <List items={[...(method.notes ?? []), ...method.caveats].map((text) => cleanText(text, 500))} />
        <p class="hint">
          Made <Time at={report.generatedAt} />.
        </p>
      </Card>
    </>
  );
}
