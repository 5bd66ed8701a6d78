import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import type { SitePageContext } from "../../../server/page-env";
import { page } from "../../../server/page";
import { headlineOf } from "../../../../mentions/core/report/figures/headline";
import { Count, Time } from "../../../ui/format";
import { Badge, EmptyState, Notice, PageHeader } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { payloadOf, readReports } from "../parts/data";
import { MentionTabs, Percent } from "../parts/parts";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Row = Awaited<ReturnType<typeof readReports>>["reports"][number];

function visibilityOf(row: Row): number | null {
  const payload = payloadOf(row);
  return payload && headlineOf(payload.stats).visibility.value;
}

/** Reports that the list shows: a month. */
const LISTED = 30;

const columns = (domain: string): ListColumn<Row>[] => [
  {
    name: "Report",
    heading: true,
    value: ({ dateUtc }) => dateUtc,
    cell: ({ dateUtc }) => (
      <a href={sitePath(domain, "mentions/reports/:date", { date: dateUtc })}>
        <Time at={dateUtc} day />
      </a>
    ),
  },
  {
    name: "Days",
    value: ({ weekStartUtc, dateUtc }) => `${weekStartUtc ?? dateUtc} to ${dateUtc}`,
    cell: ({ weekStartUtc, dateUtc }) => <Window from={weekStartUtc} to={dateUtc} />,
  },
  {
    name: "Visibility",
    number: true,
    value: (row) => visibilityOf(row),
    cell: (row) => <Percent value={visibilityOf(row)} />,
  },
  {
    name: "Advice",
    value: (row) => payloadOf(row)?.actionItems.filter(({ status }) => status !== "resolved").length ?? 0,
    cell: (row) => {
      const items = payloadOf(row)?.actionItems.filter(({ status }) => status !== "resolved") ?? [];
      const high = items.filter(({ priority }) => priority === "high").length;
      return (
        <>
          <Count value={items.length} one="item" many="items" />
          {high > 0 && (
            <>
              {" "}
              <Badge tone="bad">{String(high)} urgent</Badge>
            </>
          )}
        </>
      );
    },
  },
  { name: "Made", value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function Window({ from, to }: { from: string | null; to: string }) {
  if (from === null || from === to) return <Time at={to} day />;
  return (
    <>
      <Time at={from} day /> to <Time at={to} day />
    </>
  );
}

/** `GET …/mentions/reports` */
export async function reportsPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const { reports, todayStatus } = await readReports(c, { limit: LISTED });
  const [list, shown] = [listState(c), columns(domain)];
  if (wantsCsv(c)) return csvOfList(c, `reports-${domain}`, reports, shown, list);
  return page(
    c,
    { title: "Reports", section: "mentions" },
    <>
      <PageHeader title="AI mentions" lead="What the answers of a week say, and what to do about it." />
      <MentionTabs domain={domain} current="reports" />
      {todayStatus.hasReport && !todayStatus.runsComplete && (
        <Notice>Some of this week's answers are still to come. Today's report is made again when they have.</Notice>
      )}
      <DataTable
        caption="Reports, newest first"
        view={wholeView(reports, shown, list, { locale: c.var.locale })}
        empty={
          <EmptyState
            title="No report yet"
            picture="mentions"
            action={<a href={sitePath(domain, "mentions/prompts")}>See your prompts</a>}
          >
            A report is made every night (UTC), and within a quarter of an hour after the week's last answer arrives.
          </EmptyState>
        }
      />
    </>,
  );
}
