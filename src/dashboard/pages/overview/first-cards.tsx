import type { ResponseOf } from "../../../client";
import { sitePath } from "../../../lib/hosts/page-paths";
import { ButtonLink } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { builderPrompt } from "../audits/issues/builder-prompt";

type First = ResponseOf<"readFirst">;
type Entry = First["entries"][number];
type TopIssue = ResponseOf<"readAudit">["run"]["topIssues"][number];

const AREAS: Record<Entry["area"], string> = {
  issue: "audit",
  waste: "visits",
  unseen: "visits",
  fix: "audit",
  question: "answers",
  unread: "answers",
  fact: "answers",
  violation: "robots.txt",
  stopped: "visits",
  render: "cache",
};

/** Cards that are open from the start. */
const AT_ONCE = 3;

/** What to do first, over all areas. `issues`: those of the latest audit, for the words that an AI builder gets. */
export function FirstCards({ first, issues }: { first: First; issues: readonly TopIssue[] }) {
  const { domain, runId, entries, done, sentence } = first;
  const all = runId && <a href={sitePath(domain, "audits/:runId/issues", { runId })}>All issues</a>;
  return (
    <Card title="Do first" id="do-first" actions={all}>
      {entries.length === 0 ? (
        <EmptyState title={sentence}>What needs to be done appears here as soon as the data show it.</EmptyState>
      ) : (
        <>
          <div class="fix-cards">
            {entries.slice(0, AT_ONCE).map((entry, i) => (
              <FirstCard entry={entry} domain={domain} issues={issues} isFirst={i === 0} />
            ))}
          </div>
          {entries.length > AT_ONCE && (
            <details class="more">
              <summary>
                <Num value={entries.length - AT_ONCE} /> more
              </summary>
              <div class="fix-cards">
                {entries.slice(AT_ONCE).map((entry) => (
                  <FirstCard entry={entry} domain={domain} issues={issues} isFirst={false} />
                ))}
              </div>
            </details>
          )}
        </>
      )}
      {done.length > 0 && (
        <p class="muted">
          Done this week:{" "}
          {done.map(({ title, day }, i) => (
            <>
              {i > 0 && "; "}
              {title} (<Time at={day} day />)
            </>
          ))}
          .
        </p>
      )}
    </Card>
  );
}

interface FirstCardProps {
  entry: Entry;
  domain: string;
  issues: readonly TopIssue[];
  isFirst: boolean;
}

function FirstCard({ entry, domain, issues, isFirst }: FirstCardProps) {
  const { title, page, area, evidence, examples, todo, since } = entry;
  const issue = issues.find(({ id }) => entry.id === `issue:${id}`);
  return (
    <section class="fix-card">
      <div class="priority-head">
        <h3>
          <a href={page}>{title}</a>
        </h3>
        <Badge tone="info">{AREAS[area]}</Badge>
      </div>
      <p class="muted">
        <Gain {...entry.gain} />
      </p>
      <details open={isFirst}>
        <summary>What to do</summary>
        <p>{todo}</p>
      </details>
      <details>
        <summary>Evidence</summary>
        <p>
          {evidence} On the list since <Time at={since} day />.
        </p>
        {examples.length > 0 && (
          <ul>
            {examples.map((text) => (
              <li>
                <Untrusted text={text} max={120} />
              </li>
            ))}
          </ul>
        )}
      </details>
      <p class="actions">
        <ButtonLink href={page}>Open it</ButtonLink>
        {issue && (
          <button
            type="button"
            data-copy={promptOf(domain, issue)}
            aria-label={`Copy for my AI builder: ${title}`}
            hidden
          >
            Copy for my AI builder
          </button>
        )}
      </p>
    </section>
  );
}

function promptOf(domain: string, issue: TopIssue): string {
  const facts = { scope: "page", count: issue.pages, firstSeenAt: null, consequenceOf: null } as const;
  const pages = issue.samplePaths.map((path) => ({ path }));
  return builderPrompt({ domain, issue: { ...issue, ...facts }, pages, findings: [] });
}

function Gain({ visits, citations, points }: Entry["gain"]) {
  const shown = points === null ? 0 : Math.round(points);
  const parts = [
    shown > 0 && (
      <>
        About <Count value={shown} one="point" many="points" /> of Health
      </>
    ),
    visits > 0 && (
      <>
        <Count value={visits} one="crawler visit" many="crawler visits" /> in 30 days
      </>
    ),
    citations > 0 && (
      <>
        <Count value={citations} one="answer" many="answers" /> of assistants
      </>
    ),
  ].filter((part) => part !== false);
  if (parts.length === 0) return <>No visit has met it yet</>;
  return (
    <>
      {parts.map((part, i) => (
        <>
          {i > 0 && ", "}
          {part}
        </>
      ))}
    </>
  );
}
