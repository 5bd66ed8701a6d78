import { page } from "../../../server/page";
import { ButtonLink } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { Badge, Card, EmptyState, Facts } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { CrawlerNames, groupedBy } from "./crawler-names";
import { readRun, runIdOf, type SiteContext } from "../parts/read-runs";
import { RunHeader, StillRunning } from "../parts/run-parts";
import { isActive, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Access = NonNullable<RunDetail["robotsAnalysis"]["crawlerAccess"]>[number];

const VERDICTS = {
  allowed: { name: "everything", tone: "good" },
  partial: { name: "not everything", tone: "warn" },
  blocked: { name: "nothing", tone: "bad" },
} as const;

const columns: Column<Access[]>[] = [
  { name: "Crawlers", heading: true, cell: (alike) => <CrawlerNames names={alike.map(({ token }) => token)} /> },
  { name: "May fetch", cell: ([first]) => <Verdict {...first!} /> },
  { name: "Deciding line", cell: ([first]) => <Decider {...first!} /> },
  { name: "Pages forbidden", number: true, cell: ([first]) => <Num value={first!.blockedPaths} /> },
];

const Verdict = ({ verdict }: Access) => <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].name}</Badge>;

const Decider = ({ rule, line, group }: Access) =>
  rule === null ? (
    <>no rule</>
  ) : (
    <div class="wide-cell">
      <code>
        <Untrusted text={rule} max={120} />
      </code>{" "}
      (line <Num value={line} />, group <Untrusted text={group} />)
    </div>
  );

/** Crawlers that robots.txt treats alike, those that it keeps out first. */
const alikeIn = (access: readonly Access[]) => {
  const key = ({ verdict, rule, line, group, blockedPaths }: Access) =>
    JSON.stringify([verdict, rule, line, rule && group, blockedPaths]);
  return groupedBy(access, key).sort(
    ([a], [b]) => Object.keys(VERDICTS).indexOf(b!.verdict) - Object.keys(VERDICTS).indexOf(a!.verdict),
  );
};

const AVAILABILITY = {
  ok: "readable",
  missing: "missing: everything is allowed",
  unreachable: "no response: crawlers must not fetch anything",
  redirect_limit: "too many redirects: treated as missing",
  html: "an HTML page instead of a robots.txt: everything is allowed",
} as const;

function RobotsSummary({ run }: { run: RunDetail }) {
  const { robotsAnalysis: robots, domain } = run;
  const { availability, crawlerAccess = [], invalidLines = [], sitemaps = [] } = robots;
  if (availability === undefined)
    return <EmptyState title="robots.txt was not read">The audit ended before it came to that.</EmptyState>;
  const tryIt = <ButtonLink href={sitePath(domain, "audits/robots")}>Try a change</ButtonLink>;
  return (
    <Card title="What the file says" actions={tryIt}>
      <Facts
        items={[
          ["File", AVAILABILITY[availability]],
          [
            "Changed since the previous audit",
            robots.changedSincePrevious === null ? "not known" : robots.changedSincePrevious ? "yes" : "no",
          ],
          ["Pages that it blocks for our crawler", <Num value={robots.blockedPages} />],
          ["Sitemap addresses that it blocks for Googlebot", <Num value={robots.blockedSitemapUrls} />],
          ["Scripts and styles that it blocks for Googlebot", <Num value={robots.blockedResources} />],
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
        rows={alikeIn(crawlerAccess)}
        empty={<p class="muted">No crawler was judged.</p>}
      />
    </Card>
  );
}

/** `/audits/:runId/robots`: what the audit says about robots.txt. */
export async function runRobotsPage(c: SiteContext) {
  const run = await readRun(c, await runIdOf(c), true);
  return page(
    c,
    { title: "robots.txt", section: "audits" },
    <>
      <RunHeader run={run} view="robots" title="robots.txt" />
      {isActive(run) ? <StillRunning run={run} /> : <RobotsSummary run={run} />}
    </>,
  );
}
