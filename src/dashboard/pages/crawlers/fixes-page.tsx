import type { ResponseOf } from "../../../client";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { issueTitle, readChecks } from "../../server/read-checks";
import { CrawlerFrame } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

type Fix = ResponseOf<"readFixes">["fixes"][number];

const PAGES = 10;
const CRAWLERS = 8;

const VERDICTS: Record<Fix["verdict"], { tone: "good" | "warn" | "info"; text: string }> = {
  worked: { tone: "good", text: "worked" },
  worse: { tone: "warn", text: "did not help" },
  unclear: { tone: "info", text: "no effect visible" },
  too_early: { tone: "info", text: "cannot tell yet" },
};

const columns = (domain: string): Column<Fix["paths"][number]>[] => [
  {
    name: "Page",
    heading: true,
    cell: ({ path }) => (
      <a href={sitePath(domain, "inspect", { url: path })}>
        <Untrusted text={path} max={120} />
      </a>
    ),
  },
  { name: "Snapshot renewed", cell: ({ renewedAt }) => <Time at={renewedAt} /> },
  {
    name: "First fetched",
    cell: ({ fetched }) =>
      fetched.length === 0 ? (
        <span class="muted">by nobody yet</span>
      ) : (
        fetched.slice(0, CRAWLERS).map(({ crawler, date }, i) => (
          <>
            {i > 0 && ", "}
            <Untrusted text={crawler} max={60} /> <Time at={date} day />
          </>
        ))
      ),
  },
];

/** Issues that left the same pages between the same audits share one story. */
interface Story {
  fix: Fix;
  issues: string[];
}

/** What can be told comes first, then the latest fixes. */
function storiesOf(fixes: readonly Fix[]): Story[] {
  const groups = Map.groupBy(fixes, ({ fixed, pages, sentence, paths }) =>
    JSON.stringify([fixed, pages, sentence, paths.map(({ path }) => path).sort()]),
  );
  const stories = [...groups.values()].map((own) => ({ fix: own[0]!, issues: own.map(({ issueId }) => issueId) }));
  return stories.sort((a, b) => Number(a.fix.reason !== null) - Number(b.fix.reason !== null));
}

function FixCard({ domain, story: { fix }, titles }: { domain: string; story: Story; titles: string[] }) {
  const { tone, text } = VERDICTS[fix.verdict];
  return (
    <Card title={titles.join(", ")}>
      <p>
        <Badge tone={tone}>{text}</Badge> {fix.sentence}
      </p>
      <ol>
        <li>
          Fixed on <Count value={fix.pages} one="page" many="pages" /> between <Time at={fix.fixed.from} /> and{" "}
          <Time at={fix.fixed.to} />
        </li>
        <li>
          {fix.renewed === null ? (
            "No snapshot with other content since then"
          ) : (
            <>
              <Count value={fix.renewed.pages} one="snapshot" many="snapshots" /> renewed from{" "}
              <Time at={fix.renewed.first} /> to <Time at={fix.renewed.last} />
            </>
          )}
        </li>
        <li>
          {fix.fetched.length === 0
            ? "Fetched by no verified crawler since then"
            : fix.fetched.slice(0, CRAWLERS).map(({ crawler, pages, first }, i) => (
                <>
                  {i > 0 && ", "}
                  <Untrusted text={crawler} max={60} />: <Num value={pages} /> from <Time at={first} day />
                </>
              ))}
        </li>
      </ol>
      <DataTable caption="Fixed pages" columns={columns(domain)} rows={fix.paths} empty={null} />
    </Card>
  );
}

/** `crawlers/fixes`: what became of each fix. */
export async function fixesPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const [{ fixes, audits, moreFixes }, checks] = await Promise.all([
    c.var.api.readFixes({ query: { domain, limit: PAGES } }),
    readChecks(c.var.api),
  ]);
  return page(
    c,
    { title: "Did the fix work?", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="fixes">
      <p>
        Each fix as a chain: the audit no longer finds the issue, the snapshot changes, crawlers read it, answers cite
        the page more, or they do not. Based on <Count value={audits} one="audit" many="audits" /> of the last 120 days.
        Citations are compared once, 28 days after crawlers of assistants read the fix, with pages of the same section
        that were cited as often before.
        {moreFixes > 0 && (
          <>
            {" "}
            <Count value={moreFixes} one="earlier fix is" many="earlier fixes are" /> not shown.
          </>
        )}
      </p>
      {fixes.length === 0 ? (
        <EmptyState
          title="No issue has disappeared yet"
          picture="audit"
          action={<ButtonLink href={sitePath(domain, "audits")}>See the audits</ButtonLink>}
        >
          A fix appears here when an audit no longer finds an issue on pages that an earlier one found it on.
        </EmptyState>
      ) : (
        storiesOf(fixes).map((story) => (
          <FixCard domain={domain} story={story} titles={story.issues.map((id) => issueTitle(checks, id))} />
        ))
      )}
    </CrawlerFrame>,
  );
}
