import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import type { SitePageContext } from "../../../server/page-env";
import { page } from "../../../server/page";
import { ButtonLink } from "../../../ui/form";
import { Num, Time } from "../../../ui/format";
import { Card, EmptyState, PageHeader } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { Untrusted, UntrustedLink } from "../../../ui/untrusted";
import { filtersOf, payloadOf, readFigures, readReports, type Figures, type Report } from "../parts/data";
import { ChoiceForm, MentionTabs, Percent, providerList } from "../parts/parts";
import { BrandNotices } from "../parts/problems";
import { RivalTable } from "../parts/rivals";
import { sitePath } from "../../../../lib/hosts/page-paths";

const proposedColumns: ListColumn<Figures["proposedCompetitors"][number]>[] = [
  {
    name: "Name",
    heading: true,
    value: ({ name }) => name,
    cell: ({ name, siteUrl }) =>
      siteUrl ? <UntrustedLink url={siteUrl} text={name} max={80} /> : <Untrusted text={name} max={80} />,
  },
  {
    name: "Answers",
    number: true,
    value: ({ responses }) => responses,
    cell: ({ responses }) => <Num value={responses} />,
  },
  {
    name: "Named in",
    number: true,
    value: ({ presencePct }) => presencePct,
    cell: ({ presencePct }) => <Percent value={presencePct} />,
  },
  {
    name: "Providers",
    value: ({ providers }) => providerList(providers),
    cell: ({ providers }) => providerList(providers),
  },
];

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p>
      {title}:{" "}
      {names.slice(0, 25).map((name, i) => (
        <>
          {i > 0 && ", "}
          <Untrusted text={name} max={80} />
        </>
      ))}
      .
    </p>
  );
}

function Landscape({ report }: { report: Report | null }) {
  if (!report)
    return (
      <EmptyState title="No report yet">
        The comparison comes with the first report, which is made every night and whenever the day's last answer has
        arrived.
      </EmptyState>
    );
  const { newEntrants, lost } = report.competitorLandscape;
  return (
    <>
      <p class="hint">
        The seven days to <Time at={report.window.to} day />. “Named before you” counts answers that name both.
      </p>
      <RivalTable report={report} />
      <Names title="New this week" names={newEntrants} />
      <Names title="No longer named" names={lost} />
    </>
  );
}

/** `GET …/mentions/competitors` */
export async function competitorsPage(c: SitePageContext) {
  const { domain } = c.var;
  const choice = filtersOf(c);
  const [figures, { reports }] = await Promise.all([readFigures(c, choice), readReports(c, { limit: 1 })]);
  const settings = sitePath(domain.domain, "settings");
  const list = listState(c, ["days", "provider"]);
  if (wantsCsv(c)) return csvOfList(c, `names-${domain.domain}`, figures.proposedCompetitors, proposedColumns, list);
  return page(
    c,
    { title: "Competitors", section: "mentions" },
    <>
      <PageHeader
        title="AI mentions"
        lead="Who else the answers name."
        actions={<ButtonLink href={settings}>Choose competitors</ButtonLink>}
      />
      <MentionTabs domain={domain.domain} current="competitors" />
      <BrandNotices domain={domain} />
      <Card title="You and your competitors">
        <Landscape report={payloadOf(reports[0])} />
      </Card>
      <Card title="Named, but not tracked">
        <ChoiceForm action={sitePath(domain.domain, "mentions/competitors")} choice={choice} providers />
        <DataTable
          caption="Names in the answers that you don't track"
          view={wholeView(figures.proposedCompetitors, proposedColumns, list, { locale: c.var.locale })}
          empty={
            <EmptyState title="No other names" action={<ButtonLink href={settings}>Choose competitors</ButtonLink>}>
              A language model proposes names that occur often, if the service has one. You can also add names yourself.
            </EmptyState>
          }
        />
      </Card>
    </>,
  );
}
