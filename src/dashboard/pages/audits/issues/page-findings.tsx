import { Card, EmptyState } from "../../../ui/panels";
import { FoundDetail } from "./evidence";
import { issueHref } from "./issues-page";
import { issueTitle, type CheckFacts } from "../../../server/read-checks";
import { SeverityBadge } from "../parts/run-parts";
import type { RunPage } from "../parts/words";

const ORDER = { error: 0, warning: 1, notice: 2 };

interface FindingsProps {
  domain: string;
  runId: string;
  page: RunPage;
  checks: ReadonlyMap<string, CheckFacts>;
}

type PageIssues = RunPage["issues"];

/** Issues of a page, worst first, with why and how to fix them. */
function IssueList({ domain, runId, issues, checks }: Omit<FindingsProps, "page"> & { issues: PageIssues }) {
  return (
    <ol class="issues">
      {issues
        .toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity])
        .map(({ id, severity, detail }) => {
          const check = checks.get(id);
          return (
            <li>
              <h3>
                <SeverityBadge severity={severity} />{" "}
                <a href={issueHref(domain, runId, id)}>{issueTitle(checks, id)}</a>
              </h3>
              <FoundDetail detail={detail} />
              {check && (
                <p>
                  <strong>How to fix it:</strong> {check.fix} <span class="muted">{check.why}</span>
                </p>
              )}
            </li>
          );
        })}
    </ol>
  );
}

/** Everything that was found on a page, and apart from it what no score counts. */
export function PageFindings({ page, ...rest }: FindingsProps) {
  const unscored = page.unscoredIssues ?? [];
  return (
    <>
      <Card title="Findings" id="findings">
        {page.issues.length === 0 ? (
          <EmptyState title="Nothing to fix">The audit found no issue on this page.</EmptyState>
        ) : (
          <IssueList {...rest} issues={page.issues} />
        )}
      </Card>
      {unscored.length > 0 && (
        <Card title="If the page were open to search">
          <p class="muted">The checks of indexable pages also found this. It counts in no score.</p>
          <IssueList {...rest} issues={unscored} />
        </Card>
      )}
    </>
  );
}

/** What is wrong with the page as crawlers that run scripts see it, if a render was judged. */
export function RenderedFindings({ domain, runId, page, checks }: FindingsProps) {
  const issues = page.rendered?.issues;
  if (!issues) return null;
  return (
    <Card title="Findings of the rendered page">
      {issues.length === 0 ? (
        <p class="muted">None: for crawlers that run scripts, this page is fine.</p>
      ) : (
        <ul class="paths">
          {issues.map(({ id, severity }) => (
            <li>
              <SeverityBadge severity={severity} /> <a href={issueHref(domain, runId, id)}>{issueTitle(checks, id)}</a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
