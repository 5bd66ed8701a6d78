import { partView } from "../../../ui/lists/list-view";
import { csvOfParts, EXPORT_PART, listState, wantsCsv } from "../../../server/list";
import type { ResponseOf } from "../../../../client";
import { page } from "../../../server/page";
import { asTyped } from "../../../server/page-api";
import { Num, Time } from "../../../ui/format";
import { Badge, Card, CopyText, EmptyState, Facts, PageHeader } from "../../../ui/panels";
import { DataTable, type ListColumn } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { builderPrompt } from "./builder-prompt";
import { FoundDetail } from "./evidence";
import { issueHref } from "./issues-page";
import { readChecks } from "../../../server/read-checks";
import { FILTER_NAMES, isNarrowed, PageFilters, readFilters, type Filters } from "./page-filters";
import { readOrExplain } from "./read-or-explain";
import { readRun, runIdOf, type SiteContext } from "../parts/read-runs";
import { PathLink, SeverityBadge } from "../parts/run-parts";
import { causeWords, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

type Answer = ResponseOf<"readAuditIssue">;
type Row = Answer["pages"][number];

const LIMIT = 50;
async function readIssue(
  c: SiteContext,
  runId: string,
  issueId: string,
  filters: Filters,
  limit = LIMIT,
): Promise<Answer> {
  const query = { ...asTyped<"readAuditIssue">(filters), limit };
  return c.var.api.readAuditIssue({ path: { runId, issueId }, query });
}

const columns = (run: RunDetail): ListColumn<Row>[] => [
  {
    name: "Page",
    heading: true,
    sort: "path",
    value: ({ path }) => path,
    cell: ({ path }) => <PathLink domain={run.domain} runId={run.id} path={path} />,
  },
  {
    name: "What was found",
    value: ({ detail }) => detail.found,
    cell: ({ detail }) => <FoundDetail detail={detail} />,
  },
  {
    name: "Status",
    number: true,
    sort: "statusCode",
    value: ({ statusCode }) => statusCode,
    cell: ({ statusCode }) => (statusCode === 0 ? "none" : statusCode),
  },
  {
    name: "Page score",
    number: true,
    sort: "healthScore",
    value: ({ healthScore }) => healthScore,
    cell: ({ healthScore }) => <Num value={healthScore} digits={0} />,
  },
];

/** What, why and how to fix it. */
function Explanation({ run, issue, cause }: { run: RunDetail; issue: Answer["issue"]; cause: string | null }) {
  const where = causeWords(issue.cause);
  return (
    <Card title="What to do">
      {issue.fix && (
        <p class="fix" id="fix">
          <strong>How to fix it:</strong> {issue.fix}
        </p>
      )}
      {issue.why && (
        <p>
          <strong>Why it matters:</strong> {issue.why}
        </p>
      )}
      <Facts
        items={[
          ["Pages", issue.pages === 0 ? "the whole site" : <Num value={issue.pages} />],
          ["Where to fix it", where ?? "not known"],
          ["First seen", issue.firstSeenAt === null ? "not known" : <Time at={issue.firstSeenAt} />],
          ...(issue.consequenceOf
            ? [
                [
                  "Comes with",
                  <a href={issueHref(run.domain, run.id, issue.consequenceOf)}>{cause ?? issue.consequenceOf}</a>,
                ] as const,
              ]
            : []),
        ]}
      />
    </Card>
  );
}

const FINDING_WORDS: Record<string, string> = {
  sitemapUrl: "Sitemap",
  detail: "Found",
  sampleUrls: "Examples",
  count: "Occurrences",
};
const HIDDEN_FIELDS = new Set(["id", "severity", "title", "fix"]);

/** What was found on the site or in a sitemap. */
function Finding({ finding }: { finding: Answer["findings"][number] }) {
  const { detail } = finding as { detail?: unknown };
  if (detail !== null && typeof detail === "object") return <FoundDetail detail={detail as Row["detail"]} />;
  const shown = Object.entries(finding).filter(([name, value]) => !HIDDEN_FIELDS.has(name) && value !== null);
  return (
    <Facts
      items={shown.map(([name, value]) => [
        FINDING_WORDS[name] ?? name,
        Array.isArray(value) ? (
          <ul class="paths">
            {value.slice(0, 10).map((each) => (
              <li>
                <Untrusted text={String(each)} max={200} />
              </li>
            ))}
          </ul>
        ) : (
          <Untrusted text={String(value)} max={500} />
        ),
      ])}
    />
  );
}

const promptText = (domain: string, { issue, findings, pages }: Answer) =>
  builderPrompt({ domain, issue, findings, pages: pages.map(({ path, detail }) => ({ path, ...detail })) });

const Prompt = ({ text }: { text: string }) => (
  <Card title="For your AI builder" id="builder">
    <p>Paste this into the assistant that builds your site. It names the issue, the fix and the pages.</p>
    <CopyText block name="the text for your AI builder" text={text} />
  </Card>
);

/** `/audits/:runId/issues/:issueId` */
export async function issuePage(c: SiteContext) {
  const runId = await runIdOf(c);
  const issueId = c.req.param("issueId") ?? "";
  const filters = readFilters(c);
  const [run, { answer, problem }] = await Promise.all([
    readRun(c, runId),
    readOrExplain((given) => readIssue(c, runId, issueId, given), filters),
  ]);
  const { issue, findings, pages, nextCursor } = answer;
  const cause = issue.consequenceOf ? ((await readChecks(c.var.api)).get(issue.consequenceOf)?.title ?? null) : null;
  const prompt = promptText(run.domain, answer);
  const list = listState(c, FILTER_NAMES);
  if (wantsCsv(c) && !problem)
    return csvOfParts(c, issueId, columns(run), list, async (cursor) => {
      const part = await readIssue(c, runId, issueId, { ...filters, cursor }, EXPORT_PART);
      return { rows: part.pages, nextCursor: part.nextCursor };
    });
  return page(
    c,
    { title: issue.title, section: "audits", status: problem?.status },
    <>
      <PageHeader
        title={issue.title}
        back={{ href: sitePath(run.domain, "audits/:runId/issues", { runId: run.id }), name: "Issues" }}
        lead={
          <>
            <SeverityBadge severity={issue.severity} />{" "}
            {issue.count === 0 && <Badge tone="good">not in this audit</Badge>} Audit of <Time at={run.startedAt} />
          </>
        }
        actions={
          <button type="button" data-copy={prompt} hidden>
            Copy for my AI builder
          </button>
        }
      />
      <Explanation run={run} issue={issue} cause={cause} />
      {findings.length > 0 && (
        <Card title="What was found">
          {findings.slice(0, 50).map((finding) => (
            <Finding finding={finding} />
          ))}
        </Card>
      )}
      {(issue.pages > 0 || findings.length === 0) && (
        <section>
          <h2 class="section-title">Pages with it</h2>
          <PageFilters state={list} columns={columns(run)} filters={filters} problem={problem} />
          <DataTable
            caption={`Pages with the issue: ${issue.title}`}
            view={partView(
              problem
                ? { rows: [], nextCursor: null }
                : { rows: pages, nextCursor, total: isNarrowed(filters) ? null : issue.pages },
              columns(run),
              list,
            )}
            empty={
              <EmptyState title="No such page">
                {problem ? "Correct the filter." : "No page in this audit has this issue, or none matches your filter."}
              </EmptyState>
            }
          />
        </section>
      )}
      <Prompt text={prompt} />
    </>,
  );
}
