import { ButtonLink } from "../../ui/form";
import { Time } from "../../ui/format";
import { Card, EmptyState } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { HistoryTable, PageFigures, type History } from "../audits/page-page";
import { PageFindings, RenderedFindings, type CheckFacts } from "../audits/page-findings";
import { pageHref } from "../audits/run-parts";
import { SideBySide } from "../audits/side-by-side";
import type { RunPage } from "../audits/words";
import { PartCard, type AddressPart } from "./part";

interface AuditPartsProps {
  domain: string;
  history: AddressPart<History>;
  checks: AddressPart<ReadonlyMap<string, CheckFacts>>;
}

const NoResult = ({ domain }: { domain: string }) => (
  <EmptyState
    title="No audit has seen this address"
    action={<ButtonLink href={sitePath(domain, "audits/new")}>Start an audit</ButtonLink>}
  >
    An audit sees the pages that links or the sitemap lead to. “Only the addresses that I list” audits just this one.
  </EmptyState>
);

/** What the audits know about the address: facts, findings, both views, history. */
export function AuditParts({ domain, history, checks }: AuditPartsProps) {
  if ("fault" in history || history.data.page === null)
    return <PartCard title="In the audits" part={history} show={() => <NoResult domain={domain} />} />;
  const { data } = history;
  const page = data.page as unknown as RunPage;
  // A page's id begins with its run's.
  const runId = data.history[0]?.runId ?? "latest";
  // Without the checks, issues are shown by their ids.
  const known = "data" in checks ? checks.data : new Map<string, CheckFacts>();
  const props = { domain, runId, page, checks: known };
  return (
    <>
      <Card
        title="In the latest audit that saw it"
        actions={<a href={pageHref(domain, runId, data.path)}>This page in the audit</a>}
      >
        <p class="muted">
          Audit of <Time at={data.history[0]?.startedAt} />
        </p>
        <PageFigures page={page} />
      </Card>
      <PageFindings {...props} />
      <SideBySide rendered={page.rendered} />
      <RenderedFindings {...props} />
      <Card title="History">
        <HistoryTable domain={domain} history={data} />
      </Card>
    </>
  );
}
