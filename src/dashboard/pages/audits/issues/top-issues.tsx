import { Count, Num } from "../../../ui/format";
import { Badge, Card, EmptyState } from "../../../ui/panels";
import { Untrusted } from "../../../ui/untrusted";
import { issueTitle, type CheckFacts } from "../../../server/read-checks";
import { PathList, SeverityBadge } from "../parts/run-parts";
import { healthGain } from "../parts/health";
import { causeWords, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Top = RunDetail["topIssues"][number];

interface TopIssuesProps {
  run: RunDetail;
  checks: ReadonlyMap<string, CheckFacts>;
}

const SHOWN = 10;
const SHOWN_PATHS = 3;

/** On how many pages, and where to fix it. */
const Where = ({ issue, gain }: { issue: Top; gain: number | null }) => (
  <p class="muted">
    {issue.pages === 0 || issue.cause === "template" ? (causeWords(issue.cause) ?? "On individual pages") : "Found"}
    {issue.pages > 0 && (
      <>
        {issue.cause === "template" && ","} on <Count value={issue.pages} one="page" many="pages" />
      </>
    )}
    {gain !== null && (
      <>
        . Fixing it adds about <Num value={gain} /> to Health
      </>
    )}
    {issue.pages > 0 && issue.visits > 0 && (
      <>
        . Crawlers met it <Count value={issue.visits} one="time" many="times" /> in 30 days
      </>
    )}
    .
  </p>
);

function Issue({ run, issue, checks }: TopIssuesProps & { issue: Top }) {
  return (
    <li>
      <h3>
        <SeverityBadge severity={issue.severity} />{" "}
        <a href={sitePath(run.domain, "audits/:runId/issues/:issueId", { runId: run.id, issueId: issue.id })}>
          {issue.title}
        </a>{" "}
        {issue.costsVisits && <Badge tone="bad">keeps visitors out</Badge>}
      </h3>
      <Where issue={issue} gain={healthGain(run, issue)} />
      {issue.fix && <p>{issue.fix}</p>}
      {issue.element && (
        <p>
          The same on these pages: <Untrusted text={issue.element} max={300} />
        </p>
      )}
      {issue.consequences.length > 0 && (
        <p class="muted">
          Fixing it also fixes: {issue.consequences.map(({ id }) => issueTitle(checks, id)).join("; ")}.
        </p>
      )}
      {issue.cause !== "template" && issue.samplePaths.length > 0 && (
        <PathList domain={run.domain} runId={run.id} paths={issue.samplePaths.slice(0, SHOWN_PATHS)} />
      )}
    </li>
  );
}

/** What to fix first, by its cause. */
export function TopIssueCard({ run, checks }: TopIssuesProps) {
  const all = <a href={sitePath(run.domain, "audits/:runId/issues", { runId: run.id })}>All issues</a>;
  return (
    <Card title="Fix first" id="fix-first" actions={all}>
      {run.topIssues.length === 0 ? (
        <EmptyState title="Nothing to fix">This audit found no issue that costs points.</EmptyState>
      ) : (
        <ol class="issues">
          {run.topIssues.slice(0, SHOWN).map((issue) => (
            <Issue run={run} issue={issue} checks={checks} />
          ))}
        </ol>
      )}
    </Card>
  );
}
