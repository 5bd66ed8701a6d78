import type { ResponseOf } from "../../../../client";
import { sitePath } from "../../../../lib/hosts/page-paths";
import { readForm, submit } from "../../../server/form";
import { page } from "../../../server/page";
import type { SitePageContext } from "../../../server/page-env";
import type { ApiProblem } from "../../../server/read";
import { TableFields, type FieldTable } from "../../../ui/fields";
import { Button, Form } from "../../../ui/form";
import { Count, Num, Time } from "../../../ui/format";
import { Badge, Card, EmptyState, Facts, Grid, PageHeader, Stat } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { filtersOf, PROVIDER_NAMES } from "../parts/data";
import { ChoiceForm, MentionTabs } from "../parts/parts";

type Report = ResponseOf<"readFacts">;
type Fact = Report["facts"][number];

const LISTED = 60;
const SHOWN_WRONG = 10;

const OUTCOMES: Record<Fact["outcome"], { tone: "good" | "warn" | "info"; text: string }> = {
  matches: { tone: "good", text: "as your page says" },
  stale: { tone: "warn", text: "out of date" },
  was_right: { tone: "info", text: "was right then" },
  elsewhere: { tone: "warn", text: "cited elsewhere" },
  nowhere: { tone: "warn", text: "from nowhere known" },
  unknown: { tone: "info", text: "cannot tell" },
};
const READABLE = { rendered_only: "only a browser shows it", not_found: "not on the page" } as const;

const isWrong = ({ outcome }: Fact) => outcome === "stale" || outcome === "elsewhere" || outcome === "nowhere";

const answerLink = (
  domain: string,
  { runId, provider, day }: { runId: string; provider: Fact["latest"]["provider"]; day: string },
) => (
  <a href={sitePath(domain, "mentions/answers/:id", { id: runId })}>
    {PROVIDER_NAMES[provider]}, <Time at={day} day />
  </a>
);

const pageLink = (domain: string, path: string) => (
  <a href={sitePath(domain, "inspect", { url: path })}>
    <Untrusted text={path} max={100} />
  </a>
);

function WrongFact({ domain, fact }: { domain: string; fact: Fact }) {
  const { tone, text } = OUTCOMES[fact.outcome];
  return (
    <Card title={<Untrusted text={fact.claimed} max={60} />}>
      <p>
        <Badge tone={tone}>{text}</Badge> <Untrusted text={fact.sentence} max={800} />
      </p>
      <ol>
        <li>
          {answerLink(domain, fact.latest)}: “<Untrusted text={fact.quote} max={300} />” (in{" "}
          <Count value={fact.answers} one="answer" many="answers" />)
        </li>
        {fact.said && (
          <li>
            {pageLink(domain, fact.said.path)} from <Time at={fact.said.from} />
            {fact.said.to !== null && (
              <>
                {" "}
                to <Time at={fact.said.to} />
              </>
            )}
            : “<Untrusted text={fact.said.quote} max={200} />”
          </li>
        )}
        {fact.now && (
          <li>
            {pageLink(domain, fact.now.path)} now: “<Untrusted text={fact.now.quote} max={200} />”
          </li>
        )}
        {fact.given.map(({ crawler, day, since }) => (
          <li>
            <Untrusted text={crawler} max={60} /> was last given the earlier version on <Time at={day} day />
            {since === null ? (
              "; no later visit is known"
            ) : (
              <>
                , and a later one on <Time at={since} day />
              </>
            )}
          </li>
        ))}
        {fact.cites.map((url) => (
          <li>
            Cited for it: <Untrusted text={url} max={200} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

const columns = (domain: string): Column<Fact>[] => [
  { name: "An answer says", heading: true, cell: ({ quote }) => <Untrusted text={quote} max={160} /> },
  { name: "Which is", cell: ({ outcome }) => <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge> },
  {
    name: "Your page",
    cell: ({ now }) => (now ? <Untrusted text={now.quote} max={100} /> : <span class="muted">nothing to compare</span>),
  },
  { name: "Latest", cell: ({ latest }) => answerLink(domain, latest) },
  { name: "Answers", number: true, cell: ({ answers }) => <Num value={answers} /> },
];

const passageColumns = (domain: string): Column<Report["unreadable"][number]>[] => [
  { name: "An answer says", heading: true, cell: ({ quote }) => <Untrusted text={quote} max={160} /> },
  { name: "And cites", cell: ({ path }) => pageLink(domain, path) },
  { name: "Where it is", cell: ({ state }) => READABLE[state as keyof typeof READABLE] },
  { name: "Answer", cell: (passage) => answerLink(domain, passage) },
];

const WATCH = {
  paths: {
    kind: "lines",
    label: "Pages to watch",
    rows: 4,
    hint: "One path per line, at most 50: prices, plans, terms. A page that you take out keeps its versions for 180 days",
  },
} as const satisfies FieldTable;

/** A list of pages to watch that the API refused, as it was typed. */
interface RefusedWatch {
  paths: readonly string[];
  problem: ApiProblem;
}

interface WatchedProps {
  domain: string;
  watched: Report["watched"];
  refused?: RefusedWatch | undefined;
}

const whyWatched = ({ chosen, citedAt, leftOn }: Report["watched"][number]) => {
  if (chosen) return "you chose it";
  if (citedAt !== null || leftOn === null) return "answers cite it";
  return (
    <>
      you chose it until <Time at={leftOn} day />
    </>
  );
};

function Watched({ domain, watched, refused }: WatchedProps) {
  const chosen = watched.filter((each) => each.chosen).map(({ path }) => path);
  return (
    <Card title="Watched pages">
      <p>
        Versions are kept of the pages that answers cite, and of those that you choose. A version is what crawlers got:
        without one, nothing can be said of the past.
      </p>
      <DataTable
        caption="Pages whose versions are kept"
        columns={[
          { name: "Page", heading: true, cell: ({ path }: Report["watched"][number]) => pageLink(domain, path) },
          { name: "Why", cell: (each) => whyWatched(each) },
          { name: "Last cited", cell: ({ citedAt }) => <Time at={citedAt} /> },
          { name: "Versions", number: true, cell: ({ versions }) => <Num value={versions} /> },
        ]}
        rows={watched}
        empty={
          <EmptyState title="No page is watched yet">A page is watched from the first answer that cites it.</EmptyState>
        }
      />
      <Form action={sitePath(domain, "mentions/facts/watch")} problem={refused?.problem.message}>
        <TableFields table={WATCH} values={{ paths: refused?.paths ?? chosen }} problem={refused?.problem} />
        <Button>Save</Button>
      </Form>
    </Card>
  );
}

/** `GET …/mentions/facts` */
export async function factsPage(c: SitePageContext, refused?: RefusedWatch) {
  const { api, domain: site } = c.var;
  const { domain } = site;
  const choice = filtersOf(c);
  const report = await api.readFacts({ query: { domain, days: choice.days, limit: LISTED } });
  const { counts } = report;
  const wrong = report.facts.filter(isWrong);
  return page(
    c,
    { title: "Facts in answers", section: "mentions", status: refused?.problem.status },
    <>
      <PageHeader
        title="AI mentions"
        lead="Prices, dates and numbers that assistants state about you: right, out of date and since when, or from somebody else."
      />
      <MentionTabs domain={domain} current="facts" />
      <ChoiceForm action={sitePath(domain, "mentions/facts")} choice={choice} />
      <Grid>
        <Stat name="Right" value={<Num value={counts.matches} />} />
        <Stat name="Out of date" value={<Num value={counts.stale} />} tone={counts.stale > 0 ? "warn" : "none"} />
        <Stat
          name="Not from you"
          value={<Num value={counts.elsewhere + counts.nowhere} />}
          tone={counts.elsewhere + counts.nowhere > 0 ? "warn" : "none"}
        />
        <Stat
          name="Cannot tell"
          value={<Num value={counts.unknown} />}
          note="Said of nothing that your pages name clearly"
        />
      </Grid>
      {wrong.slice(0, SHOWN_WRONG).map((fact) => (
        <WrongFact domain={domain} fact={fact} />
      ))}
      <DataTable
        caption="What answers say, against your pages"
        columns={columns(domain)}
        rows={report.facts}
        empty={
          <EmptyState title="No answer in this period states a price, a date or a number about you">
            They appear here once assistants answer your prompts with them.
          </EmptyState>
        }
      />
      <Card title="Is what answers cite in the text that crawlers get?">
        {Object.values(report.passages).every((count) => count === 0) ? (
          <p class="muted">No answer in this period cites a page of yours.</p>
        ) : (
          <Facts
            items={[
              ["Sentences in that text", <Num value={report.passages.in_text} />],
              ["On the page, but not in that text", <Num value={report.passages.rendered_only} />],
              ["In neither", <Num value={report.passages.not_found} />],
              ["Cannot tell", <Num value={report.passages.unknown} />],
            ]}
          />
        )}
        {report.unreadable.length > 0 && (
          <DataTable
            caption="Sentences that crawlers did not get"
            columns={passageColumns(domain)}
            rows={report.unreadable}
            empty={null}
          />
        )}
      </Card>
      <Watched domain={domain} watched={report.watched} refused={refused} />
    </>,
  );
}

/** `POST …/mentions/facts/watch` */
export async function watchPages(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  const typed = form.lines("paths");
  return submit(c, {
    send: () => c.var.api.watchPages({ body: { domain, paths: typed } }),
    done: ({ paths }) => ({
      to: sitePath(domain, "mentions/facts"),
      text: paths.length === 0 ? "No page is watched by choice." : "These pages are watched from now on.",
    }),
    again: (problem) => factsPage(c, { paths: typed, problem }),
  });
}
