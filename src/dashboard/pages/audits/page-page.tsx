import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { page as answerPage } from "../../server/page";
import { read } from "../../server/read";
import { ButtonLink } from "../../ui/form";
import { Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState, Facts, Grid, PageHeader } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted, UntrustedLink } from "../../ui/untrusted";
import { pageAddress } from "../../server/typed-address";
import { PageFindings, readChecks, RenderedFindings } from "./page-findings";
import { readDetail, runIdOf, type SiteContext } from "./read-runs";
import { pageHref, PathList, ScoreStat } from "./run-parts";
import { SideBySide } from "./side-by-side";
import { VerdictTable } from "./verdict-table";
import { reasonWords, type RunPage } from "./words";

export type History = InferResponseType<OwnApi["api"]["seo-spider"]["pages"][":path{[^]+}"]["$get"], 200>;

/** A page's results over the runs. */
export const readHistory = (c: SiteContext, path: string): Promise<History> =>
  read(
    c.var.api.api["seo-spider"].pages[":path{[^]+}"].$get({
      param: { path: encodeURIComponent(path) },
      query: { domain: c.var.domain.domain },
    }),
  );

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
  { name: "Score", number: true, cell: ({ healthScore }) => <Num value={healthScore} digits={0} /> },
  { name: "Issues", number: true, cell: ({ issueCount }) => <Num value={issueCount} /> },
];

export const HistoryTable = ({ domain, history }: { domain: string; history: History }) => (
  <DataTable
    caption="This page in the audits, newest first"
    columns={historyColumns(domain, history.path)}
    rows={history.history}
    empty={<EmptyState title="No history yet">The page's results of the next audits are listed here.</EmptyState>}
  />
);

/** What the audit knows about a page. */
export function PageFigures({ page }: { page: RunPage }) {
  const image = page.shareImage;
  return (
    <>
      <Grid>
        <ScoreStat name="Health score" score={page.healthScore} note="Of this page, without scripts." />
        <ScoreStat
          name="Preview score"
          score={page.previewScore}
          note={page.previewUnverified ? "The image was not checked." : "How it looks when it is shared."}
        />
      </Grid>
      <Facts
        items={[
          [
            "Answer",
            page.statusCode === 0
              ? page.outcome.replaceAll("_", " ")
              : `${page.statusCode}, ${page.outcome.replaceAll("_", " ")}`,
          ],
          [
            "Answered in",
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
          ["Clicks from a start address", <Num value={page.depth} />],
          ...(image?.url
            ? [
                [
                  "Share image",
                  <>
                    <UntrustedLink url={image.url} max={200} /> ({image.status === 0 ? "no answer" : image.status}
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
      <p class="muted">Audits list the linking pages of pages that are broken or redirect. This one is neither.</p>
    ) : page.linkedFrom.pages === 0 ? (
      <p>No page of this audit links here; a sitemap or a start address names it.</p>
    ) : (
      <>
        <p>
          <Num value={page.linkedFrom.pages} /> {page.linkedFrom.pages === 1 ? "page links" : "pages link"} here
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
  // The API reads `*` as a wildcard; such a path is only found in the history.
  const isExact = path.startsWith("/") && !path.includes("*");
  const [{ run, pages }, history, checks] = await Promise.all([
    readDetail(c, runId, { limit: 1, robots: true, path: isExact ? path : undefined }),
    readHistory(c, path),
    readChecks(c),
  ]);
  const own = isExact ? pages[0] : (history.page as RunPage | null);
  const page = own?.path === path && own.id.startsWith(`${run.id}.`) ? own : undefined;
  const props = { domain: run.domain, runId: run.id };
  return answerPage(
    c,
    { title: "Page", section: "audits", status: page ? 200 : 404 },
    <>
      <PageHeader
        title={<Untrusted text={path} max={120} />}
        back={{ href: sitePath(run.domain, `audits/${run.id}/pages`), name: "Pages" }}
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
          This audit did not see the page. Other audits may have, see below.
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
