import type { Child } from "hono/jsx";
import { ButtonLink } from "../../../ui/form";
import { Num, Time } from "../../../ui/format";
import { Badge, EmptyState, PageHeader, Stat, Tabs } from "../../../ui/panels";
import { Untrusted } from "../../../ui/untrusted";
import { scoreTone, shownHealth } from "./health";
import { noScoreWords, severityWords, statusWords, type Run, type RunDetail } from "./words";
import { sitePath } from "../../../../lib/hosts/page-paths";

export const SeverityBadge = ({ severity }: { severity: "error" | "warning" | "notice" }) => {
  const { name, tone } = severityWords(severity);
  return <Badge tone={tone}>{name}</Badge>;
};

export const RunBadge = ({ run }: { run: Pick<Run, "status" | "closeReason"> }) => {
  const { name, tone } = statusWords(run);
  return <Badge tone={tone}>{name}</Badge>;
};

/** A run's Health in a list; what is shown if it has none. */
export function HealthCell({ run }: { run: Pick<Run, "scoreState" | "siteScore" | "pagesCrawled" | "crawlStats"> }) {
  const none = noScoreWords(run);
  return none ? (
    <span class="muted" title={none.why}>
      {none.name}
    </span>
  ) : (
    <Num value={shownHealth(run)} />
  );
}

/** A score as a figure with what it means. */
export function ScoreStat({ name, score, note }: { name: string; score: number | null; note: Child }) {
  return (
    <Stat
      name={name}
      value={score === null ? <span class="muted">none</span> : <Num value={score} digits={0} />}
      tone={score === null ? "none" : scoreTone(score)}
      note={note}
    />
  );
}

/** Where a page's result of a run is shown. */
export const pageHref = (domain: string, runId: string, path: string) =>
  sitePath(domain, "audits/:runId/page", { runId, path });

/** A path of the audited site, leading to its result. */
export function PathLink(props: { domain: string; runId: string; path: string; max?: number }) {
  const { domain, runId, path, max = 100 } = props;
  return (
    <a href={pageHref(domain, runId, path)}>
      <Untrusted text={path} max={max} />
    </a>
  );
}

/** A few paths, as a list. */
export function PathList({ domain, runId, paths }: { domain: string; runId: string; paths: readonly string[] }) {
  return (
    <ul class="paths">
      {paths.map((path) => (
        <li>
          <PathLink domain={domain} runId={runId} path={path} />
        </li>
      ))}
    </ul>
  );
}

const VIEWS = [
  ["", "Result"],
  ["issues", "Issues"],
  ["pages", "Pages"],
  ["map", "Map"],
  ["robots", "robots.txt"],
  ["agents", "AI agents"],
  ["compare", "Compare"],
] as const;

/** The header of a run's pages: which run, and its views. */
export function RunHeader(props: { run: RunDetail; view: string; title: string; actions?: Child }) {
  const { run, view, title, actions } = props;
  return (
    <>
      <PageHeader
        title={title}
        back={{ href: sitePath(run.domain, "audits"), name: "Audits" }}
        lead={
          <>
            Audit of <Time at={run.startedAt} /> <RunBadge run={run} />
          </>
        }
        actions={actions}
      />
      <Tabs
        label="Views of this audit"
        items={VIEWS.map(([path, name]) => ({
          href: sitePath(run.domain, path === "" ? "audits/:runId" : `audits/:runId/${path}`, { runId: run.id }),
          name,
          current: path === view,
        }))}
      />
    </>
  );
}

/** Shown in the place of what an audit says once it ends. */
export const StillRunning = ({ run }: { run: RunDetail }) => (
  <EmptyState
    title="The audit is still running"
    action={<ButtonLink href={sitePath(run.domain, "audits/:runId", { runId: run.id })}>Watch it</ButtonLink>}
  >
    This part is filled once it ends.
  </EmptyState>
);
