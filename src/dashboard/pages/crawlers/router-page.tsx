import type { ResponseOf } from "../../../client";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Count, Num, Time } from "../../ui/format";
import { Card, EmptyState, Grid, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { purposeWords } from "./crawler-words";
import { CrawlerFrame, DaysForm, daysOf } from "./frame";
import { sentSwitches, Switches, switchWords, type RefusedSwitches } from "./router-form";
import { sitePath } from "../../../lib/hosts/page-paths";

type Report = ResponseOf<"readRouter">;
type Proposal = Report["proposals"][number];
type Routed = Proposal["paths"][number];
type Kept = Proposal["kept"][number];
type Switch = Report["switches"][number];

/** Pages of a proposal that the report lists, for the form, and that the table shows. */
const LISTED = 100;
const SHOWN = 20;

const WORDS = {
  redirect: {
    name: "Copies of a page: redirect to the one that they name (301)",
    none: "No verified crawler visited a cached page that names another one as its canonical.",
  },
  gone: {
    name: "Pages that are gone: say so at once (410)",
    none: "No verified crawler came three times to a page that is missing.",
  },
} as const;

const REASONS: Record<Kept["reason"], string> = {
  cited: "AI answers cite it",
  people: "assistants send people there",
  moved: "another page was probably meant: redirect everybody on your server",
  target: "the audit could not index its canonical page",
  different: "it says something else than its canonical page: is that link right?",
};

const Megabytes = ({ bytes }: { bytes: number }) => (
  <>
    <Num value={bytes / 1_000_000} digits={1} /> MB
  </>
);

const pathColumn: Column<{ path: string }> = {
  name: "Page",
  heading: true,
  cell: ({ path }) => <Untrusted text={path} max={120} />,
};

const routedColumns = (action: Proposal["action"]): Column<Routed>[] => [
  pathColumn,
  ...(action === "redirect"
    ? [{ name: "Leads to", cell: ({ target }: Routed) => <Untrusted text={target ?? ""} max={120} /> }]
    : []),
  { name: "Visits", number: true, cell: ({ visits }) => <Num value={visits} /> },
];

const keptColumns: Column<Kept>[] = [
  pathColumn,
  { name: "Why", cell: ({ reason }) => REASONS[reason] },
  { name: "Visits", number: true, cell: ({ visits }) => <Num value={visits} /> },
];

function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { action, pages, visits, renders, bytes, paths, kept, keptPages } = proposal;
  const { name, none } = WORDS[action];
  return (
    <Card title={name} id={action}>
      {pages === 0 ? (
        <EmptyState title="Nothing to spare here">{none}</EmptyState>
      ) : (
        <>
          <p>
            <Count value={visits} one="verified visit" many="verified visits" /> to{" "}
            <Count value={pages} one="page" many="pages" />: <Count value={renders} one="render" many="renders" /> and{" "}
            <Megabytes bytes={bytes} /> of pages that crawlers need not fetch.
          </p>
          <DataTable
            caption={`${name}: most visited`}
            columns={routedColumns(action)}
            rows={paths.slice(0, SHOWN)}
            empty={null}
          />
        </>
      )}
      {keptPages > 0 && (
        <>
          <h3>Left alone</h3>
          <DataTable
            caption="Pages that are left alone, and why"
            columns={keptColumns}
            rows={kept.slice(0, SHOWN)}
            empty={null}
          />
        </>
      )}
    </Card>
  );
}

const notGoneColumns: Column<Report["notGone"][number]>[] = [
  pathColumn,
  { name: "Answers", number: true, cell: ({ status }) => status },
];

const switchColumns: Column<Switch>[] = [
  {
    name: "Switch",
    heading: true,
    cell: ({ action, kind }) => (
      <>
        {action === "redirect" ? "Redirect" : "Gone"} for {purposeWords(kind)}
      </>
    ),
  },
  { name: "On since", cell: ({ since }) => <Time at={since} day /> },
  { name: "Pages", number: true, cell: ({ pages }) => <Num value={pages} /> },
  { name: "What it changed", cell: ({ sentence }) => sentence },
];

/** `crawlers/router`: what crawlers could get instead of pages that waste their visits. */
export async function routerPage(c: SitePageContext, refused?: RefusedSwitches) {
  const { domain } = c.var.domain;
  const days = daysOf(c);
  const report = await c.var.api.readRouter({ query: { domain, days: Number(days), limit: LISTED } });
  const { repeats } = report;
  return page(
    c,
    { title: "Routing", section: "crawlers", status: refused?.problem.status },
    <CrawlerFrame domain={domain} tab="router" days={days}>
      <DaysForm action={sitePath(domain, "crawlers/router")} days={days} />
      <p>
        What crawlers fetch in vain, they do not spend on your pages. This concerns verified crawlers only; people
        always get the page.
      </p>
      <Grid wide>
        {report.proposals.map((proposal) => (
          <ProposalCard proposal={proposal} />
        ))}
      </Grid>
      <h2>Switch it on per kind of crawler</h2>
      <Switches domain={domain} report={report} mayChange={c.var.caller.role === "owner"} refused={refused} />
      {report.notGone.length > 0 && (
        <>
          <Notice kind="warn">
            <p>
              Not gone: <Count value={report.notGone.length} one="page of the list is" many="pages of the list are" />{" "}
              there. Crawlers get such a page as it is, and 410 only once your site says 404 or 410.
            </p>
          </Notice>
          <DataTable
            caption="Pages of the list that are there"
            columns={notGoneColumns}
            rows={report.notGone}
            empty={null}
          />
        </>
      )}
      {report.switches.length > 0 && (
        <DataTable
          caption="What is on, and what it changed"
          showCaption
          columns={switchColumns}
          rows={report.switches}
          empty={null}
        />
      )}
      <Card title="Pages that have not changed (304)">
        <p>
          Crawlers came again to <Count value={repeats.pages} one="page" many="pages" /> that had not changed:{" "}
          <Count value={repeats.visits} one="repeated visit" many="repeated visits" />,{" "}
          <Megabytes bytes={repeats.bytes} />. The cache answers “not modified” to every crawler that asks whether a
          page changed. Nothing needs to be switched on.
        </p>
      </Card>
    </CrawlerFrame>,
  );
}

/** Switches on what is ticked, and all else off. */
export async function changeRouter(c: SitePageContext): Promise<Response> {
  const { domain } = c.var.domain;
  const { body, typed } = sentSwitches(domain, await readForm(c));
  return submit(c, {
    send: () => c.var.api.changeRouter({ body }),
    done: (report) => ({ to: sitePath(domain, "crawlers/router"), text: switchWords(report) }),
    again: (problem) => routerPage(c, { ...typed, problem }),
  });
}
