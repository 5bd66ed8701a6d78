import { Num } from "../../ui/format";
import { Badge, EmptyState } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { crawlerVerdicts, type CrawlerVerdict } from "./crawler-verdicts";
import type { RunDetail } from "./words";

const columns: Column<CrawlerVerdict>[] = [
  { name: "Crawler", heading: true, cell: ({ token }) => token },
  { name: "Purpose", cell: ({ kind, provider }) => `${kind.replaceAll("-", " ")}, ${provider}` },
  {
    name: "May fetch it",
    cell: ({ allowed }) => (allowed ? <Badge tone="good">yes</Badge> : <Badge tone="bad">no</Badge>),
  },
  {
    name: "Deciding line",
    cell: ({ rule, group, allowed }) =>
      rule ? (
        <>
          <code>
            <Untrusted text={rule.text} max={120} />
          </code>{" "}
          (line <Num value={rule.line} />, group <Untrusted text={group} />)
        </>
      ) : allowed ? (
        "No rule matches"
      ) : (
        "robots.txt did not answer"
      ),
  },
];

/** What each crawler may fetch, those that may not first. */
export function VerdictTable({ robots, path }: { robots: RunDetail["robotsAnalysis"]; path: string }) {
  const verdicts = crawlerVerdicts(robots, path).sort((a, b) => Number(a.allowed) - Number(b.allowed));
  const blocked = verdicts.filter(({ allowed }) => !allowed).length;
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
        rows={verdicts}
        empty={<EmptyState title="Not known">The audit keeps robots.txt when it ends.</EmptyState>}
      />
    </>
  );
}
