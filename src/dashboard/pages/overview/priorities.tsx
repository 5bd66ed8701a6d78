import type { ResponseOf } from "../../../client";
import { Num } from "../../ui/format";
import { Badge, Card, EmptyState } from "../../ui/panels";
import { healthGain } from "../audits/parts/health";
import type { RunFacts } from "./figures";
import { sitePath } from "../../../lib/hosts/page-paths";

type TopIssue = ResponseOf<"readAudit">["run"]["topIssues"][number];

const SHOWN = 5;
const TONES = { error: "bad", warning: "warn", notice: "info" } as const;

/** What to fix first: the issues of the latest audit, ranked by what they cost in crawler visits. */
export function PrioritiesCard({ run, issues, domain }: { run: RunFacts; issues: TopIssue[]; domain: string }) {
  const runId = run.id;
  return (
    <Card title="Fix first" id="fix-first">
      {issues.length === 0 ? (
        <EmptyState title="The latest audit found nothing to fix">
          Schedule audits in the settings, and changes will appear here.
        </EmptyState>
      ) : (
        <ol class="priorities">
          {issues.slice(0, SHOWN).map((issue, i) => (
            <li>
              <div class="priority-head">
                <h3>
                  <a href={sitePath(domain, "audits/:runId/issues/:issueId", { runId, issueId: issue.id })}>
                    {issue.title}
                  </a>
                </h3>
                <Badge tone={TONES[issue.severity]}>{issue.severity}</Badge>
              </div>
              <p class="muted">
                <Cost issue={issue} gain={healthGain(run, issue)} />
              </p>
              {issue.fix && (
                <details open={i === 0}>
                  <summary>How to fix it</summary>
                  <p>{issue.fix}</p>
                </details>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function Cost({ issue, gain }: { issue: TopIssue; gain: number | null }) {
  const { pages, visits, costsVisits, cause } = issue;
  return (
    <>
      {pages === 0 ? (
        "The whole site"
      ) : (
        <>
          <Num value={pages} /> {pages === 1 ? "page" : "pages"}
        </>
      )}
      {visits > 0 && (
        <>
          , <Num value={visits} /> crawler {visits === 1 ? "visit" : "visits"} in 30 days
          {costsVisits ? " spent on them" : ""}
        </>
      )}
      {cause === "template" && ", one template: one fix for all"}
      {gain !== null && (
        <>
          , about <Num value={gain} /> {gain === 1 ? "point" : "points"} of Health
        </>
      )}
    </>
  );
}
