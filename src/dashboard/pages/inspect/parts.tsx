import type { ApiProblem } from "../../server/read";
import { ButtonLink } from "../../ui/form";
import { Count, Duration, Num, Time } from "../../ui/format";
import { EmptyState, Facts } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted, UntrustedLink } from "../../ui/untrusted";
import { VerdictTable } from "../audits/robots/verdict-table";
import { EndBadge, StateBadge } from "../cache/words";
import { operatorWords } from "../crawlers/crawler-words";
import { providerList } from "../mentions/parts/parts";
import { INSPECTED_DAYS, type readAddress } from "./read-address";
import { sitePath } from "../../../lib/hosts/page-paths";

type Address = Awaited<ReturnType<typeof readAddress>>;
type DataOf<K extends keyof Address> = Exclude<Address[K], ApiProblem>;

/** The page's snapshot in the cache. */
export function SnapshotFacts({
  snapshot,
  domain,
  path,
}: {
  snapshot: DataOf<"snapshot">;
  domain: string;
  path: string;
}) {
  if (snapshot === null)
    return (
      <EmptyState title="Not cached" action={<ButtonLink href={sitePath(domain, "cache")}>Open the cache</ButtonLink>}>
        The first crawler that requests the page creates a snapshot. You can also render it in advance.
      </EmptyState>
    );
  return (
    <>
      <Facts
        items={[
          ["State", <StateBadge state={snapshot.state} />],
          ["Response", snapshot.status],
          ["Rendered", <Time at={snapshot.createdAt} />],
          ["Fresh until", <Time at={snapshot.freshUntil} />],
          ["Words", <Num value={snapshot.words} />],
          ["Rendering took", <Duration ms={snapshot.renderMs} />],
          ["Cached as", <Untrusted text={snapshot.path} max={200} />],
        ]}
      />
      <p class="actions">
        <ButtonLink href={sitePath(domain, "cache/page", { path })}>Preview the snapshot</ButtonLink>
      </p>
    </>
  );
}

type Render = DataOf<"renders">["renders"][number];

const renderColumns: Column<Render>[] = [
  { name: "Started", heading: true, cell: ({ at }) => <Time at={at} /> },
  {
    name: "Result",
    cell: ({ outcome, reason }) => (
      <>
        <EndBadge outcome={outcome} />
        {reason && (
          <>
            {" "}
            <Untrusted text={reason} max={200} />
          </>
        )}
      </>
    ),
  },
  { name: "Response", number: true, cell: ({ status }) => status ?? "–" },
  { name: "Took", number: true, cell: ({ durationMs }) => <Duration ms={durationMs} /> },
  { name: "Words", number: true, cell: ({ words }) => <Num value={words} /> },
  { name: "Failed requests", number: true, cell: ({ failedRequests }) => <Num value={failedRequests.length} /> },
  { name: "Script errors", number: true, cell: ({ consoleErrors }) => <Num value={consoleErrors.length} /> },
];

export const RenderLog = ({ renders }: { renders: DataOf<"renders"> }) => (
  <DataTable
    caption="Renders of this page, newest first"
    columns={renderColumns}
    rows={renders.renders}
    empty={<EmptyState title="Never rendered">The log keeps renders for 30 days.</EmptyState>}
  />
);

/** Crawlers that requested the page. */
export function Visits({ visits, domain }: { visits: DataOf<"visits">; domain: string }) {
  const { total, byProvider, spoofed } = visits.crawlerVisits;
  if (total === 0 && spoofed === 0)
    return (
      <EmptyState
        title={`No crawler in ${INSPECTED_DAYS} days`}
        action={<ButtonLink href={sitePath(domain, "crawlers")}>See the crawlers of the site</ButtonLink>}
      >
        Link to the page from others, and list it in the sitemap, so that crawlers find it.
      </EmptyState>
    );
  return (
    <>
      <p>
        <Count value={total} one="visit" many="visits" /> in {INSPECTED_DAYS} days.
        {spoofed > 0 && (
          <>
            {" "}
            <Num value={spoofed} /> more only pretended to be crawlers.
          </>
        )}
      </p>
      <DataTable
        caption="Visits by crawler"
        columns={[
          { name: "Operator", heading: true, cell: ({ provider }) => operatorWords(provider) },
          { name: "Visits", number: true, cell: ({ count }) => <Num value={count} /> },
        ]}
        rows={byProvider}
        empty={<p class="muted">No crawler came.</p>}
      />
    </>
  );
}

/** What robots.txt allows for the address. */
export const RobotsVerdicts = ({ robots, domain, path }: { robots: DataOf<"robots">; domain: string; path: string }) =>
  robots === null ? (
    <EmptyState
      title="No finished audit yet"
      picture="audit"
      action={<ButtonLink href={sitePath(domain, "audits/new")}>Start an audit</ButtonLink>}
    >
      Audits read robots.txt. Then this part shows what it allows each crawler.
    </EmptyState>
  ) : (
    <>
      <p class="muted">
        As the audit of <Time at={robots.at} /> read it.
      </p>
      <VerdictTable robots={robots.analysis} path={path} />
    </>
  );

type Cited = DataOf<"citations">[number];

const citationColumns: Column<Cited>[] = [
  { name: "Address", heading: true, cell: ({ url }) => <UntrustedLink url={url} /> },
  { name: "Answers", number: true, cell: ({ responses }) => <Num value={responses} /> },
  { name: "Prompts", number: true, cell: ({ prompts }) => <Num value={prompts} /> },
  { name: "Also name the brand", number: true, cell: ({ mentions }) => <Num value={mentions} /> },
  { name: "AI providers", cell: ({ providers }) => providerList(providers) },
];

/** Answers of AI assistants that cite the page. */
export const Citations = ({ citations, domain }: { citations: DataOf<"citations">; domain: string }) => (
  <DataTable
    caption="Answers that cite this page"
    columns={citationColumns}
    rows={citations}
    empty={
      <EmptyState
        title="Not cited"
        action={<ButtonLink href={sitePath(domain, "mentions")}>See your prompts</ButtonLink>}
      >
        None of the answers to your prompts in the last 30 days cites this page.
      </EmptyState>
    }
  />
);
