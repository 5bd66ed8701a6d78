import { ButtonLink } from "../../ui/form";
import { Num } from "../../ui/format";
import { Badge, Card, Facts } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import type { RunDetail } from "./words";

type Access = NonNullable<RunDetail["robotsAnalysis"]["crawlerAccess"]>[number];

const VERDICTS = {
  allowed: { name: "everything", tone: "good" },
  partial: { name: "not everything", tone: "warn" },
  blocked: { name: "nothing", tone: "bad" },
} as const;

const columns: Column<Access>[] = [
  { name: "Crawler", heading: true, cell: ({ token }) => <Untrusted text={token} /> },
  { name: "May fetch", cell: ({ verdict }) => <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].name}</Badge> },
  {
    name: "Group",
    cell: ({ group }) =>
      group === null ? (
        "none"
      ) : (
        <code>
          <Untrusted text={group} />
        </code>
      ),
  },
  {
    name: "Deciding line",
    cell: ({ rule, line }) =>
      rule === null ? (
        "no rule"
      ) : (
        <>
          <code>
            <Untrusted text={rule} max={120} />
          </code>{" "}
          (line <Num value={line} />)
        </>
      ),
  },
  { name: "Pages forbidden", number: true, cell: ({ blockedPaths }) => <Num value={blockedPaths} /> },
];

const AVAILABILITY = {
  ok: "readable",
  missing: "missing: everything is allowed",
  unreachable: "it did not answer: crawlers must not fetch anything",
  redirect_limit: "too many redirects: treated as missing",
  html: "an HTML page instead of a robots.txt: everything is allowed",
} as const;

/** What the audit says about robots.txt. */
export function RobotsSummary({ run }: { run: RunDetail }) {
  const { robotsAnalysis: robots, domain } = run;
  const { availability, crawlerAccess = [], invalidLines = [], sitemaps = [] } = robots;
  if (availability === undefined) return null;
  const tryIt = <ButtonLink href={sitePath(domain, "audits/robots")}>Try a change</ButtonLink>;
  return (
    <Card title="robots.txt" id="robots" actions={tryIt}>
      <Facts
        items={[
          ["File", AVAILABILITY[availability]],
          [
            "Changed since the audit before",
            robots.changedSincePrevious === null ? "not known" : robots.changedSincePrevious ? "yes" : "no",
          ],
          ["Pages that it forbids to our crawler", <Num value={robots.blockedPages} />],
          ["Sitemap addresses that it forbids to Googlebot", <Num value={robots.blockedSitemapUrls} />],
          ["Scripts and styles that it forbids to Googlebot", <Num value={robots.blockedResources} />],
          ["Sitemaps that it names", <Num value={sitemaps.length} />],
          ["Lines that crawlers don't understand", <Num value={invalidLines.length} />],
        ]}
      />
      {invalidLines.length > 0 && (
        <ul>
          {invalidLines.slice(0, 10).map(({ line, text, reason }) => (
            <li>
              Line <Num value={line} />:{" "}
              <code>
                <Untrusted text={text} max={120} />
              </code>
              : {reason}
            </li>
          ))}
        </ul>
      )}
      <DataTable
        caption="What each crawler may fetch"
        showCaption
        columns={columns}
        rows={crawlerAccess}
        empty={<p class="muted">No crawler was judged.</p>}
      />
    </Card>
  );
}
