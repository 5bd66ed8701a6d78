import type { ResponseOf } from "../../../../client";
import { page as answerPage } from "../../../server/page";
import { ButtonLink } from "../../../ui/form";
import { Count, Num, Time } from "../../../ui/format";
import { Badge, Card, EmptyState, Facts, Grid, PageHeader } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted, UntrustedLink } from "../../../ui/untrusted";
import { pageAddress } from "../../../ui/typed-address";
import { PageFindings, RenderedFindings } from "../issues/page-findings";
import { readChecks } from "../../../server/read-checks";
import { readDetail, runIdOf, type SiteContext } from "../parts/read-runs";
import { pageHref, PathList, ScoreStat } from "../parts/run-parts";
import { SideBySide } from "./side-by-side";
import { VerdictTable } from "../robots/verdict-table";
import { reasonWords, renderingWords, type RunPage } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

export type History = ResponseOf<"readPageHistory">;

/** A page's results over the runs. */
export const readHistory = (c: SiteContext, path: string): Promise<History> =>
  c.var.api.readPageHistory({ path: { path }, query: { domain: c.var.domain.domain } });

const historyColumns = (domain: string, path: string): Column<History["history"][number]>[] => [
  {
    name: "Audit",
    heading: true,
    cell: ({ runId, startedAt }) => (
      <a href={pageHref(domain, runId, path)}>
        <Time at={startedAt} />
      </a>
    ),
  },
  { name: "Status", number: true, cell: ({ statusCode }) => statusCode ?? "–" },
  { name: "Page score", number: true, cell: ({ healthScore }) => <Num value={healthScore} digits={0} /> },
  { name: "Issues", number: true, cell: ({ issueCount }) => <Num value={issueCount} /> },
];

export const HistoryTable = ({ domain, history }: { domain: string; history: History }) => (
  <DataTable
    caption="This page in the audits, newest first"
    columns={historyColumns(domain, history.path)}
    rows={history.history}
    empty={<EmptyState title="No history yet">This page's results in future audits will be listed here.</EmptyState>}
  />
);

/** What the audit knows about a page. */
export function PageFigures({ page }: { page: RunPage }) {
  const image = page.shareImage;
  return (
    <>
      <Grid>
        <ScoreStat name="Page score" score={page.healthScore} note="Of this page, without scripts." />
        <ScoreStat
          name="Preview score"
          score={page.previewScore}
          note={page.previewUnverified ? "The image was not checked." : "How it looks when it is shared."}
        />
      </Grid>
      <Facts
        items={[
          [
            "Response",
            page.statusCode === 0
              ? page.outcome.replaceAll("_", " ")
              : `${page.statusCode}, ${page.outcome.replaceAll("_", " ")}`,
          ],
          [
            "Response time",
            <>
              <Num value={page.loadTimeMs} /> ms
            </>,
          ],
          [
            "Search",
            page.indexable ? (
              <Badge tone="good">open</Badge>
            ) : (
              <>
                <Badge tone="warn">not open</Badge> {page.nonIndexableReason && reasonWords(page.nonIndexableReason)}
              </>
            ),
          ],
          ...(page.renderingReason ? [["Browser", renderingWords(page.renderingReason)] as const] : []),
          ["Clicks from a start address", <Num value={page.depth} />],
          ...(image?.url
            ? [
                [
                  "Share image",
                  <>
                    <UntrustedLink url={image.url} max={200} /> ({image.status === 0 ? "no response" : image.status}
                    {image.width !== null && `, ${image.width} × ${image.height}`})
                  </>,
                ] as const,
              ]
            : []),
          ...(page.carriedAt === null ? [] : [["Fetched for an earlier audit", <Time at={page.carriedAt} />] as const]),
          ...Object.entries(page.extracted ?? {}).map(
            ([name, { values }]) => [name, <Untrusted text={values.join(" · ")} max={400} />] as const,
          ),
        ]}
      />
    </>
  );
}

const LinkedFrom = ({ domain, runId, page }: { domain: string; runId: string; page: RunPage }) => (
  <Card title="Who links here">
    {page.linkedFrom === null ? (
      <p class="muted">Audits list the linking pages only of pages that are broken or redirect.</p>
    ) : page.linkedFrom.pages === 0 ? (
      <p>No page of this audit links here; a sitemap or a start address names it.</p>
    ) : (
      <>
        <p>
          <Count value={page.linkedFrom.pages} one="page links" many="pages link" /> here
          {page.linkedFrom.paths.length < page.linkedFrom.pages ? ", among them:" : ":"}
        </p>
        <PathList domain={domain} runId={runId} paths={page.linkedFrom.paths} />
      </>
    )}
  </Card>
);

/** `/audits/:runId/page?path=`: one page's result. */
export async function pagePage(c: SiteContext) {
  const runId = await runIdOf(c);
  const path = c.req.query("path") ?? "/";
  // The API reads `*` as a wildcard; a path that contains one is found only in the history.
  const isExact = path.startsWith("/") && !path.includes("*");
  const [{ run, pages }, history, checks] = await Promise.all([
    readDetail(c, runId, { limit: 1, robots: true, path: isExact ? path : undefined }),
    readHistory(c, path),
    readChecks(c.var.api),
  ]);
  const own = isExact ? pages[0] : history.page;
  const page = own?.path === path && own.id.startsWith(`${run.id}.`) ? own : undefined;
  const props = { domain: run.domain, runId: run.id };
  return answerPage(
    c,
    { title: "Page", section: "audits", status: page ? 200 : 404 },
    <>
      <PageHeader
        title={<Untrusted text={path} max={120} />}
        back={{ href: sitePath(run.domain, "audits/:runId/pages", { runId: run.id }), name: "Pages" }}
        lead={
          <>
            In the audit of <Time at={run.startedAt} />: <UntrustedLink url={pageAddress(run.domain, path)} />
          </>
        }
        actions={<ButtonLink href={sitePath(run.domain, "inspect", { url: path })}>Inspect this address</ButtonLink>}
      />
      {page ? (
        <>
          <Card title="Facts">
            <PageFigures page={page} />
          </Card>
          <PageFindings {...props} page={page} checks={checks} />
          <SideBySide rendered={page.rendered} />
          <RenderedFindings {...props} page={page} checks={checks} />
          <LinkedFrom {...props} page={page} />
        </>
      ) : (
        <EmptyState title="Not in this audit">
          This audit did not reach the page. Other audits may have reached it: see below.
        </EmptyState>
      )}
      <Card title="What each crawler may fetch" id="crawlers">
        <VerdictTable robots={run.robotsAnalysis} path={path} />
      </Card>
      <Card title="History">
        <HistoryTable domain={run.domain} history={history} />
      </Card>
    </>,
  );
}
