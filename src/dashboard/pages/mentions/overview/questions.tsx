import { wholeView } from "../../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../../server/list";
import type { SitePageContext } from "../../../server/page-env";
import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { ButtonLink } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { Badge, Card, EmptyState, Grid, PageHeader, Stat } from "../../../ui/panels";
import { DataTable, type Column, type ListColumn } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { filtersOf, PROVIDER_NAMES } from "../parts/data";
import { ChoiceForm, MentionTabs } from "../parts/parts";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Questions = ResponseOf<"readQuestions">;
type Question = Questions["questions"][number];

const LISTED = 100;

const COVERS = { none: "no page", partly: "some of it", page: "a page" };
const STATES = {
  none: <Badge tone="warn">{COVERS.none}</Badge>,
  partly: <Badge>{COVERS.partly}</Badge>,
  page: <Badge tone="good">{COVERS.page}</Badge>,
};

const pathLink = (domain: string, path: string) => (
  <a href={sitePath(domain, "inspect", { url: path })}>
    <Untrusted text={path} max={100} />
  </a>
);

const columns = (domain: string): ListColumn<Question>[] => [
  {
    name: "Search",
    heading: true,
    value: ({ query }) => query,
    cell: ({ query }) => <Untrusted text={query} max={160} />,
  },
  { name: "You have", value: ({ covers }) => COVERS[covers], cell: ({ covers }) => STATES[covers] },
  {
    name: "Closest page",
    value: ({ path }) => path,
    cell: ({ path, readByAsker }) =>
      path === null ? (
        <span class="muted">none</span>
      ) : (
        <>
          {pathLink(domain, path)}
          {readByAsker === false && <span class="muted"> not read by its crawlers</span>}
        </>
      ),
  },
  {
    name: "Searched by",
    value: ({ providers }) => providers.map((each) => PROVIDER_NAMES[each]).join(", "),
    cell: ({ providers }) => providers.map((each) => PROVIDER_NAMES[each]).join(", "),
  },
  { name: "Answers", number: true, value: ({ runs }) => runs, cell: ({ runs }) => <Num value={runs} /> },
  { name: "That cite you", number: true, value: ({ cited }) => cited, cell: ({ cited }) => <Num value={cited} /> },
];

const unreadColumns = (domain: string): Column<Questions["unread"][number]>[] => [
  { name: "Page", heading: true, cell: ({ path }) => pathLink(domain, path) },
  { name: "Answers whose search it fits", number: true, cell: ({ runs }) => <Num value={runs} /> },
];

/** `GET …/mentions/questions` */
export async function questionsPage(c: SitePageContext) {
  const { api, domain } = c.var;
  const choice = filtersOf(c);
  const query = { domain: domain.domain, days: choice.days, limit: LISTED };
  const report = await api.readQuestions({ query });
  const [list, shown] = [listState(c, ["days"]), columns(domain.domain)];
  if (wantsCsv(c)) return csvOfList(c, `questions-${domain.domain}`, report.questions, shown, list);
  return page(
    c,
    { title: "Questions without a page", section: "mentions" },
    <>
      <PageHeader
        title="AI mentions"
        lead="What assistants searched for, and what you have for it, by the words of titles, descriptions and addresses."
      />
      <MentionTabs domain={domain.domain} current="questions" />
      <ChoiceForm action={sitePath(domain.domain, "mentions/questions")} choice={choice} />
      <Grid>
        <Stat name="Without a page" value={<Num value={report.none} />} tone={report.none > 0 ? "warn" : "none"} />
        <Stat name="With some of it" value={<Num value={report.partly} />} />
        <Stat name="With a page" value={<Num value={report.page} />} />
      </Grid>
      <DataTable
        caption="Searches of assistants"
        view={wholeView(report.questions, shown, list, {
          locale: c.var.locale,
          outOf: report.none + report.partly + report.page,
        })}
        empty={
          report.searches > 0 ? (
            <EmptyState
              title="No page is cached to compare the searches with"
              action={<ButtonLink href={sitePath(domain.domain, "cache/connect")}>Connect the site</ButtonLink>}
            >
              Titles and descriptions come from cached pages.
            </EmptyState>
          ) : (
            <EmptyState title="No search in this period">
              Assistants’ searches appear here once they answer your prompts.
            </EmptyState>
          )
        }
      />
      {report.unread.length > 0 && (
        <Card title="You have a page, and no crawler has read it">
          <DataTable
            caption="Pages that fit a search and were not read"
            columns={unreadColumns(domain.domain)}
            rows={report.unread}
            empty={null}
          />
        </Card>
      )}
    </>,
  );
}
