import { CRAWLER_AGENTS } from "../../../analytics";
import type { ResponseOf } from "../../../client";
import { choiceOf } from "../../server/choice";
import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Form } from "../../ui/form";
import { Count, Num } from "../../ui/format";
import { Card, EmptyState, Grid, Notice, Stat } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { operatorWords, purposeWords } from "./crawler-words";
import { CrawlerFrame, DAY_CHOICES } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

type Replay = ResponseOf<"tryPolicy">;
type Crawler = Replay["crawlers"][number];
type Affected = Crawler["pages"][number];
type Cited = Replay["citations"]["pages"][number];

const PAGES = 10;
const SHOWN_CRAWLERS = 12;

/** The change that is tried. */
const POLICY = {
  robotsTxt: { kind: "text", label: "robots.txt", rows: 12, hint: "The whole file. Empty: the present one stays." },
  redirects: {
    kind: "lines",
    label: "Redirects, one per line",
    rows: 4,
    hint: "A path, perhaps with * and $ as in robots.txt, a space, and the path it leads to.",
  },
  noindex: {
    kind: "lines",
    label: "Pages with noindex, one per line",
    rows: 4,
    hint: "A path, perhaps with * and $ as in robots.txt.",
  },
  canonicalRedirects: { kind: "check", label: "Redirect verified AI training crawlers to the canonical page" },
  days: { kind: "choice", label: "Days", options: DAY_CHOICES.map((each) => [each, `Last ${each} days`] as const) },
} as const satisfies FieldTable;

interface Attempt {
  typed: Record<keyof typeof POLICY, string | string[] | boolean>;
  replay?: Replay;
  problem?: ApiProblem;
}

const EMPTY: Attempt = {
  typed: { robotsTxt: "", redirects: [], noindex: [], canonicalRedirects: false, days: "180" },
};

/** A policy that many owners consider, for a reader who has none in mind. */
const TRAINING = new Set(
  CRAWLER_AGENTS.flatMap(({ kind, robotsToken }) => (kind === "llm-training" && robotsToken ? [robotsToken] : [])),
);
const EXAMPLE = [...TRAINING].map((name) => `User-agent: ${name}\n`).join("") + "Disallow: /\n";

const OUTCOMES: Record<Affected["outcome"], string> = {
  lost: "lost",
  spared: "spared: it wastes visits",
  moved: "moved by a redirect",
  allowed: "allowed again",
};

const crawlerColumns: Column<Crawler>[] = [
  {
    name: "Crawler",
    heading: true,
    cell: ({ crawler, provider, kind }) => (
      <>
        <Untrusted text={crawler} max={60} /> of {operatorWords(provider)} ({purposeWords(kind)})
      </>
    ),
  },
  { name: "Visits", number: true, cell: ({ visits }) => <Num value={visits} /> },
  { name: "Lost", number: true, cell: ({ lost }) => <Num value={lost} /> },
  { name: "Spared", number: true, cell: ({ spared }) => <Num value={spared} /> },
  { name: "Moved", number: true, cell: ({ moved }) => <Num value={moved} /> },
  { name: "Allowed again", number: true, cell: ({ allowed }) => <Num value={allowed} /> },
  {
    name: "Obeys robots.txt",
    cell: ({ obeysRobots }) =>
      obeysRobots === "yes" ? "yes" : obeysRobots === "named" ? "groups that name it" : "does not say so",
  },
];

const ENDS: Record<Exclude<NonNullable<Affected["by"]["targetState"]>, "page">, string> = {
  loop: " leads in a circle",
  forbidden: " leads to a page that it must not read",
  noindex: " leads to a page that is kept out of its index",
  missing: " leads to a page that answered with an error",
  unknown: " leads to a page that nothing has seen yet",
};

const Decider = ({ by }: Pick<Affected, "by">) => (
  <>
    <code>
      <Untrusted text={by.rule} max={120} />
    </code>
    {by.line !== null && (
      <>
        {" "}
        in line <Num value={by.line} />
        {by.removed && " of the present file, which goes"}
      </>
    )}
    {by.targetState !== null && by.targetState !== "page" && ENDS[by.targetState]}
  </>
);

const pathCell = (domain: string, path: string) => (
  <a href={sitePath(domain, "inspect", { url: path })}>
    <Untrusted text={path} max={120} />
  </a>
);

const pageColumns = (domain: string): Column<Affected>[] => [
  { name: "Page", heading: true, cell: ({ path }) => pathCell(domain, path) },
  { name: "Outcome", cell: ({ outcome }) => OUTCOMES[outcome] },
  { name: "What decides", cell: Decider },
  { name: "Visits", number: true, cell: ({ visits }) => <Num value={visits} /> },
  { name: "Verified", number: true, cell: ({ verified }) => <Num value={verified} /> },
];

const citedColumns = (domain: string): Column<Cited>[] => [
  { name: "Page", heading: true, cell: ({ path }) => pathCell(domain, path) },
  { name: "Answers of", cell: ({ provider }) => provider },
  { name: "Its crawler", cell: ({ crawler }) => crawler },
  { name: "What decides", cell: Decider },
  { name: "Citations", number: true, cell: ({ citations }) => <Num value={citations} /> },
];

function Outcome({ replay }: { replay: Replay }) {
  const { domain, crawlers, citations } = replay;
  const sum = (of: "lost" | "spared" | "moved" | "allowed") => crawlers.reduce((all, row) => all + row[of], 0);
  const affected = crawlers.filter(({ affectedPages }) => affectedPages > 0);
  return (
    <Card title="What it would have changed" id="outcome">
      <p>
        Replayed on <Count value={replay.judgedVisits} one="visit" many="visits" /> and{" "}
        <Count value={citations.total} one="citation" many="citations" /> of {replay.window.days} days. Nothing was
        requested from the site.
        {replay.judgedVisits < replay.visits && " The file is so long that the least visited pages were left out."}
        {replay.robots.source === null && " The present robots.txt is not known, so everything counts as allowed now."}
      </p>
      {replay.invalidLines.length > 0 && (
        <Notice kind="warn">
          Crawlers don't understand <Count value={replay.invalidLines.length} one="line" many="lines" />, the first of
          which is line <Num value={replay.invalidLines[0]!.line} />: {replay.invalidLines[0]!.reason}.
        </Notice>
      )}
      <Grid>
        <Stat name="Visits lost" value={<Num value={sum("lost")} />} tone={sum("lost") > 0 ? "warn" : "none"} />
        <Stat
          name="Citations lost"
          value={<Num value={citations.lost} />}
          tone={citations.lost > 0 ? "warn" : "none"}
        />
        <Stat name="Wasted visits spared" value={<Num value={sum("spared")} />} />
        <Stat name="Visits moved" value={<Num value={sum("moved")} />} />
        <Stat name="Visits allowed again" value={<Num value={sum("allowed")} />} />
      </Grid>
      <DataTable
        caption="What it would have changed for each crawler"
        columns={crawlerColumns}
        rows={affected}
        empty={
          replay.judgedVisits < replay.visits ? (
            <EmptyState title="Nothing would have changed for the visits that were replayed">
              The others were left out, so nothing is known of them.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing would have changed">No visit of this period was affected.</EmptyState>
          )
        }
      />
      {affected.slice(0, SHOWN_CRAWLERS).map(({ crawler, pages, affectedPages }) => (
        <>
          <h3>
            <Untrusted text={crawler} max={60} />: <Count value={affectedPages} one="page" many="pages" />
          </h3>
          <DataTable caption={`Pages of ${crawler}`} columns={pageColumns(domain)} rows={pages} empty={null} />
        </>
      ))}
      {citations.pages.length > 0 && (
        <>
          <h3>Citations that would have been lost</h3>
          <DataTable caption="Lost citations" columns={citedColumns(domain)} rows={citations.pages} empty={null} />
        </>
      )}
    </Card>
  );
}

async function show(c: SitePageContext, attempt: Attempt = EMPTY): Promise<Response> {
  const { domain } = c.var.domain;
  const { replay, problem } = attempt;
  return page(
    c,
    { title: "Try a policy", section: "crawlers", status: problem?.status },
    <CrawlerFrame domain={domain} tab="policy">
      {replay && <Outcome replay={replay} />}
      <p>See what a change would have cost in past visits and citations, before you save it. Trying changes nothing.</p>
      {!replay && (
        <Form action={sitePath(domain, "crawlers/policy")} row>
          <input type="hidden" name="robotsTxt" value={EXAMPLE} />
          <input type="hidden" name="days" value="180" />
          <Button tone="plain">Try an example: no crawler that trains models</Button>
        </Form>
      )}
      <Form action={sitePath(domain, "crawlers/policy")} problem={problem?.message}>
        <TableFields table={POLICY} values={attempt.typed} problem={problem} />
        <Button>Try it</Button>
      </Form>
    </CrawlerFrame>,
  );
}

/** `crawlers/policy` */
export const policyPage = (c: SitePageContext) => show(c);

/** Replays a policy. It changes nothing, so the response is the page itself. */
export async function tryPolicyPage(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  // As typed, so that lines keep their numbers.
  const typed = { ...readFields(form, POLICY), robotsTxt: form.raw("robotsTxt") };
  const days = choiceOf(form.text("days"), DAY_CHOICES) ?? "180";
  const redirects = typed.redirects.map((line) => {
    const [from = "", to = ""] = line.split(/\s+/);
    return { from, to };
  });
  const { noindex, canonicalRedirects, robotsTxt } = typed;
  const change = { noindex, redirects, canonicalRedirects, ...(robotsTxt.trim() !== "" && { robotsTxt }) };
  const body = { domain: c.var.domain.domain, days: Number(days), limit: PAGES, ...change };
  const attempt: Attempt = { typed: { ...typed, days } };
  try {
    return await show(c, { ...attempt, replay: await c.var.api.tryPolicy({ body }) });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500) throw error;
    return show(c, { ...attempt, problem: error });
  }
}
