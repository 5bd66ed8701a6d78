import type { Child } from "hono/jsx";
import { cleanText } from "../../../../lib/text/strangers-text";
import { headlineOf } from "../../../../mentions/core/report/figures/headline";
import { Num } from "../../../ui/format";
import { Badge, EmptyState } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { UntrustedLink, Untrusted } from "../../../ui/untrusted";
import { Percent } from "./parts";
import type { Report } from "./data";

type Rival = Report["competitorLandscape"]["competitors"][number];
interface Row {
  name: Child;
  presence: number;
  answers: number;
  share: number;
  position: number | null;
  ahead: Child;
  change: number | null;
}

const columns: Column<Row>[] = [
  { name: "Name", heading: true, cell: ({ name }) => name },
  { name: "Named in", number: true, cell: ({ presence }) => <Percent value={presence} /> },
  { name: "Answers", number: true, cell: ({ answers }) => <Num value={answers} /> },
  { name: "Share of voice", number: true, cell: ({ share }) => <Percent value={share} /> },
  { name: "Average position", number: true, cell: ({ position }) => <Num value={position} digits={1} /> },
  { name: "Named before you", number: true, cell: ({ ahead }) => ahead },
  { name: "Change in points", number: true, cell: ({ change }) => <Points value={change} /> },
];

function Points({ value }: { value: number | null }) {
  if (value === null) return <span class="muted">–</span>;
  return (
    <>
      {value > 0 ? "+" : value < 0 ? "−" : ""}
      <Num value={Math.abs(value)} digits={1} />
    </>
  );
}

function brandRow(report: Report): Row {
  const own = headlineOf(report.stats);
  return {
    name: (
      <>
        <strong>{cleanText(report.brand.name, 120)}</strong> <Badge tone="info">you</Badge>
      </>
    ),
    presence: own.visibility.value,
    answers: own.visibility.hits,
    share: own.shareOfVoice,
    position: own.mentions > 0 ? own.avgPosition : null,
    ahead: <span class="muted">–</span>,
    change: own.change.visibility.delta,
  };
}

const rivalRow = (rival: Rival): Row => ({
  name: (
    <>
      {rival.siteUrl ? (
        <UntrustedLink url={rival.siteUrl} text={rival.name} max={80} />
      ) : (
        <Untrusted text={rival.name} max={80} />
      )}
      {!rival.tracked && (
        <>
          {" "}
          <Badge>not tracked</Badge>
        </>
      )}
    </>
  ),
  presence: rival.presencePct,
  answers: rival.mentions,
  share: rival.sharePct,
  position: rival.avgPosition,
  ahead: <Percent value={rival.aheadOfBrandPct} digits={0} />,
  change: rival.delta,
});

/** The brand and its competitors, by the share of answers that name them. */
export function RivalTable({ report, limit = 25 }: { report: Report; limit?: number }) {
  const rivals = report.competitorLandscape.competitors.slice(0, limit).map(rivalRow);
  const rows = [brandRow(report), ...rivals].sort((a, b) => b.presence - a.presence);
  return (
    <DataTable
      caption="You and your competitors in the answers"
      columns={columns}
      rows={rows}
      empty={<EmptyState title="No brand was named">The answers of this week name nobody.</EmptyState>}
    />
  );
}
