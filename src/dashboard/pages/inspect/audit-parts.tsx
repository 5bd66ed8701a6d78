import { ApiProblem } from "../../server/read";
import { ButtonLink } from "../../ui/form";
import { Time } from "../../ui/format";
import { Card, EmptyState } from "../../ui/panels";
import { PartCard } from "../../server/part";
import { HistoryTable, PageFigures, type History } from "../audits/pages/page-page";
import { PageFindings, RenderedFindings } from "../audits/issues/page-findings";
import { type CheckFacts } from "../../server/read-checks";
import { pageHref } from "../audits/parts/run-parts";
import { SideBySide } from "../audits/pages/side-by-side";
import { sitePath } from "../../../lib/hosts/page-paths";

interface AuditPartsProps {
  domain: string;
  history: History | ApiProblem;
  checks: ReadonlyMap<string, CheckFacts> | ApiProblem;
}

const NoResult = ({ domain }: { domain: string }) => (
  <EmptyState
    title="No audit has seen this address"
    action={<ButtonLink href={sitePath(domain, "audits/new")}>Start an audit</ButtonLink>}
  >
    An audit sees the pages that it reaches through links or the sitemap. “Only the addresses that I list” audits just
    this one.
  </EmptyState>
);

/** What the audits know about the address: facts, findings, both views, history. */
export function AuditParts({ domain, history, checks }: AuditPartsProps) {
  if (history instanceof ApiProblem || history.page === null)
    return <PartCard title="In the audits" of={history} show={() => <NoResult domain={domain} />} />;
  const page = history.page;
  // A page's id begins with its run's.
  const runId = history.history[0]?.runId ?? "latest";
  // Without the checks, issues are shown by their ids.
  const known = checks instanceof ApiProblem ? new Map<string, CheckFacts>() : checks;
  const props = { domain, runId, page, checks: known };
  return (
    <>
      <Card
        title="In the latest audit that saw it"
        actions={<a href={pageHref(domain, runId, history.path)}>This page in the audit</a>}
      >
        <p class="muted">
          Audit of <Time at={history.history[0]?.startedAt} />
        </p>
        <PageFigures page={page} />
      </Card>
      <PageFindings {...props} />
      <SideBySide rendered={page.rendered} />
      <RenderedFindings {...props} />
      <Card title="History">
        <HistoryTable domain={domain} history={history} />
      </Card>
    </>
  );
}
