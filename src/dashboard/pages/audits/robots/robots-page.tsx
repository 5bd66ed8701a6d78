import type { ResponseOf } from "../../../../client";
import { readForm } from "../../../server/form";
import { page } from "../../../server/page";
import { ApiProblem } from "../../../server/read";
import { ROBOTS_MAX_BYTES } from "../../../../web";
import { cleanText } from "../../../../lib/text/strangers-text";
import { Button, ButtonLink, Field, Form } from "../../../ui/form";
import { Count, Num, Time } from "../../../ui/format";
import { Card, EmptyState, Notice, PageHeader } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { robotsText } from "./crawler-verdicts";
import { readRuns, type SiteContext } from "../parts/read-runs";
import { PathList } from "../parts/run-parts";
import { isFinished } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Tried = ResponseOf<"tryRobots">;
type Row = Tried["crawlers"][number];
type Changed = Row["newlyBlocked"];

const Pages = ({ domain, runId, changed }: { domain: string; runId: string; changed: Changed }) =>
  changed.pages === 0 ? (
    <span class="muted">none</span>
  ) : (
    <>
      <Num value={changed.pages} />
      <PathList domain={domain} runId={runId} paths={changed.samplePaths.slice(0, 5)} />
    </>
  );

const columns = (domain: string, runId: string): Column<Row>[] => [
  { name: "Crawler", heading: true, cell: ({ token }) => token },
  { name: "Forbidden now", number: true, cell: ({ blockedNow }) => <Num value={blockedNow} /> },
  { name: "Forbidden then", number: true, cell: ({ blockedThen }) => <Num value={blockedThen} /> },
  {
    name: "No longer allowed",
    cell: ({ newlyBlocked }) => <Pages domain={domain} runId={runId} changed={newlyBlocked} />,
  },
  {
    name: "Newly allowed",
    cell: ({ newlyAllowed }) => <Pages domain={domain} runId={runId} changed={newlyAllowed} />,
  },
];

const Outcome = ({ tried }: { tried: Tried }) => (
  <Card title="What it would change" id="outcome">
    <p>
      Judged on <Count value={tried.pages} one="page" many="pages" /> of the latest audit. Nothing was requested from
      the site.
    </p>
    {tried.invalidLines.length > 0 && (
      <Notice kind="warn">
        <p>Crawlers don't understand these lines:</p>
        <ul>
          {tried.invalidLines.slice(0, 20).map(({ line, text, reason }) => (
            <li>
              Line <Num value={line} />:{" "}
              <code>
                <Untrusted text={text} max={120} />
              </code>
              : {reason}
            </li>
          ))}
        </ul>
      </Notice>
    )}
    <DataTable
      caption="What the text would change for each crawler"
      columns={columns(tried.domain, tried.runId)}
      rows={tried.crawlers}
      empty={null}
    />
  </Card>
);

interface Attempt {
  text: string;
  tried?: Tried;
  problem?: ApiProblem;
}

async function showPage(c: SiteContext, attempt?: Attempt): Promise<Response> {
  const { domain } = c.var.domain;
  const latest = (await readRuns(c)).find(isFinished);
  const audits = { href: sitePath(domain, "audits"), name: "Audits" };
  const header = (
    <PageHeader
      title="Try a robots.txt"
      back={audits}
      lead="See which pages each crawler could no longer fetch, before you publish a change."
    />
  );
  const text =
    attempt?.text ?? (latest ? cleanText(robotsText(latest.robotsAnalysis.groups ?? []).text, ROBOTS_MAX_BYTES) : "");
  return page(
    c,
    { title: "Try a robots.txt", section: "audits", status: attempt?.problem?.status },
    <>
      {header}
      {latest ? (
        <>
          {attempt?.tried && <Outcome tried={attempt.tried} />}
          <Form action={sitePath(domain, "audits/robots")} problem={attempt?.problem?.message}>
            <Field
              label="robots.txt to try"
              name="robotsTxt"
              rows={16}
              required
              value={text}
              hint={
                <>
                  It starts with the rules that the audit of <Time at={latest.startedAt} /> read, without comments.
                </>
              }
              error={attempt?.problem?.fieldMessage("robotsTxt")}
            />
            <Button>Try it</Button>
          </Form>
        </>
      ) : (
        <EmptyState
          title="No finished audit yet"
          picture="audit"
          action={<ButtonLink href={sitePath(domain, "audits/new")}>Start an audit</ButtonLink>}
        >
          The text is tried on the pages of the latest audit.
        </EmptyState>
      )}
    </>,
  );
}

/** `/audits/robots` */
export const robotsPage = (c: SiteContext) => showPage(c);

/** Tries a text. It changes nothing, so the response is the page itself. */
export async function tryRobotsPage(c: SiteContext): Promise<Response> {
  const text = (await readForm(c)).raw("robotsTxt");
  try {
    const body = { domain: c.var.domain.domain, robotsTxt: text };
    return await showPage(c, { text, tried: await c.var.api.tryRobots({ body }) });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500) throw error;
    return showPage(c, { text, problem: error });
  }
}
