import type { ResponseOf } from "../../../client";
import { ButtonLink } from "../../ui/form";
import { Count } from "../../ui/format";
import { Badge, Card, EmptyState, Grid } from "../../ui/panels";
import { builderPrompt } from "../audits/issues/builder-prompt";
import { healthGain } from "../audits/parts/health";
import type { RunFacts } from "./figures";
import { sitePath } from "../../../lib/hosts/page-paths";

type TopIssue = ResponseOf<"readAudit">["run"]["topIssues"][number];

const SHOWN = 3;
const TONES = { error: "bad", warning: "warn", notice: "info" } as const;

/** What to fix first: the issues of the latest audit, ranked by what they cost in crawler visits. */
export function FixCards({ run, issues, domain }: { run: RunFacts; issues: TopIssue[]; domain: string }) {
  const all = <a href={sitePath(domain, "audits/:runId/issues", { runId: run.id })}>All issues</a>;
  return (
    <Card title="Fix first" id="fix-first" actions={all}>
      {issues.length === 0 ? (
        <EmptyState title="The latest audit found nothing to fix">
          Schedule audits in the settings, and changes will appear here.
        </EmptyState>
      ) : (
        <Grid wide>
          {issues.slice(0, SHOWN).map((issue, i) => (
            <FixCard run={run} issue={issue} domain={domain} isFirst={i === 0} />
          ))}
        </Grid>
      )}
    </Card>
  );
}

interface FixCardProps {
  run: RunFacts;
  issue: TopIssue;
  domain: string;
  isFirst: boolean;
}

function FixCard({ run, issue, domain, isFirst }: FixCardProps) {
  const href = sitePath(domain, "audits/:runId/issues/:issueId", { runId: run.id, issueId: issue.id });
  return (
    <section class="fix-card">
      <div class="priority-head">
        <h3>
          <a href={href}>{issue.title}</a>
        </h3>
        <Badge tone={TONES[issue.severity]}>{issue.severity}</Badge>
      </div>
      <p class="muted">
        <Cost issue={issue} gain={healthGain(run, issue)} />
      </p>
      {issue.fix && (
        <details open={isFirst}>
          <summary>How to fix it</summary>
          <p>{issue.fix}</p>
        </details>
      )}
      <p class="actions">
        <ButtonLink href={href}>Open the fix</ButtonLink>
        <button
          type="button"
          data-copy={promptOf(domain, issue)}
          aria-label={`Copy for my AI builder: ${issue.title}`}
          hidden
        >
          Copy for my AI builder
        </button>
      </p>
    </section>
  );
}

function promptOf(domain: string, issue: TopIssue): string {
  const facts = { scope: "page", count: issue.pages, firstSeenAt: null, consequenceOf: null } as const;
  const pages = issue.samplePaths.map((path) => ({ path }));
  return builderPrompt({ domain, issue: { ...issue, ...facts }, pages, findings: [] });
}

function Cost({ issue, gain }: { issue: TopIssue; gain: number | null }) {
  const { pages, visits, costsVisits, cause } = issue;
  return (
    <>
      {pages === 0 ? (
        "The whole site"
      ) : (
        <>
          <Count value={pages} one="page" many="pages" />
        </>
      )}
      {visits > 0 && (
        <>
          , <Count value={visits} one="crawler visit" many="crawler visits" /> in 30 days
          {costsVisits ? " spent on them" : ""}
        </>
      )}
      {cause === "template" && ", one template: one fix for all"}
      {gain !== null && (
        <>
          , about <Count value={gain} one="point" many="points" /> of Health
        </>
      )}
    </>
  );
}
