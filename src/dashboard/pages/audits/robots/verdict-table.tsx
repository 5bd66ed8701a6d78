import { Num } from "../../../ui/format";
import { Badge, EmptyState } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { CrawlerNames, groupedBy } from "./crawler-names";
import { crawlerVerdicts, type CrawlerVerdict } from "./crawler-verdicts";
import type { RunDetail } from "../parts/words";

/** Crawlers for which the same line decides. */
type Alike = CrawlerVerdict[];

const columns: Column<Alike>[] = [
  {
    name: "Crawlers",
    heading: true,
    cell: (alike) => <CrawlerNames names={alike.map(({ token }) => token)} />,
  },
  {
    name: "May fetch it",
    cell: ([first]) => (first!.allowed ? <Badge tone="good">yes</Badge> : <Badge tone="bad">no</Badge>),
  },
  { name: "Deciding line", cell: ([first]) => <Decision verdict={first!} /> },
];

function Decision({ verdict: { rule, group, allowed } }: { verdict: CrawlerVerdict }) {
  if (rule === null) return <>{allowed ? "No rule matches" : "robots.txt did not respond"}</>;
  return (
    <div class="wide-cell">
      <code>
        <Untrusted text={rule.text} max={120} />
      </code>{" "}
      (line <Num value={rule.line} />, group <Untrusted text={group} />)
    </div>
  );
}

/** What each crawler may fetch, those that may not first. */
export function VerdictTable({ robots, path }: { robots: RunDetail["robotsAnalysis"]; path: string }) {
  const verdicts = crawlerVerdicts(robots, path);
  const blocked = verdicts.filter(({ allowed }) => !allowed).length;
  const alike = groupedBy(verdicts, ({ allowed, rule, group }) => JSON.stringify([allowed, rule, rule && group]));
  return (
    <>
      {verdicts.length > 0 && (
        <p>
          {blocked === 0 ? (
            "Every known crawler may fetch this page."
          ) : (
            <>
              <Num value={blocked} /> of <Num value={verdicts.length} /> crawlers may not fetch this page.
            </>
          )}
        </p>
      )}
      <DataTable
        caption="What each crawler may fetch"
        columns={columns}
        rows={alike.sort(([a], [b]) => Number(a!.allowed) - Number(b!.allowed))}
        empty={<EmptyState title="Not known">The audit stores robots.txt when it ends.</EmptyState>}
      />
    </>
  );
}
