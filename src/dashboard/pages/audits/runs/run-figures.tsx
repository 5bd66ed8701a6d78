import { useContext } from "hono/jsx";
import { ButtonLink } from "../../../ui/form";
import { Duration, formatNumber, LocaleContext, Num } from "../../../ui/format";
import { Card, Facts, Grid, Stat } from "../../../ui/panels";
import { leftOut } from "./left-out";
import { issueTitle } from "../../../server/read-checks";
import { pagesRead, reasonWords, type RunDetail } from "../parts/words";
import { sitePath } from "../../../../lib/hosts/page-paths";

const pagesOf = (run: RunDetail, query: Record<string, string>) =>
  sitePath(run.domain, "audits/:runId/pages", { runId: run.id, ...query });

/** The counts of an audit. */
export function TotalFigures({ run }: { run: RunDetail }) {
  const { crawlStats: stats } = run;
  const pages = pagesRead(run);
  const { error, warning, notice } = stats.severityCounts ?? { error: 0, warning: 0, notice: 0 };
  return (
    <section>
      <h2 class="section-title">Figures</h2>
      <p class="muted">Errors, warnings and notices are counted on every page that has them.</p>
      <Grid>
        <Stat name="Pages" href={pagesOf(run, {})} value={<Num value={pages} />} note={<Took run={run} />} />
        <Stat
          name="Open to search"
          href={pagesOf(run, { indexable: "true" })}
          value={<Num value={stats.indexable ?? 0} />}
        />
        <Stat
          name="Errors"
          href={pagesOf(run, { severity: "error" })}
          value={<Num value={error} />}
          tone={error > 0 ? "bad" : "good"}
        />
        <Stat
          name="Warnings"
          href={pagesOf(run, { severity: "warning" })}
          value={<Num value={warning} />}
          tone={warning > 0 ? "warn" : "good"}
        />
        <Stat name="Notices" href={pagesOf(run, { severity: "notice" })} value={<Num value={notice} />} />
        <Stat
          name="Median load time"
          value={pages === 0 ? "–" : <Duration ms={stats.p50LoadTimeMs ?? 0} />}
          note={
            pages > 0 && (
              <>
                95 of 100 within <Duration ms={stats.p95LoadTimeMs ?? 0} />
              </>
            )
          }
        />
      </Grid>
    </section>
  );
}

function Took({ run: { crawlStats: stats, pagesCrawled } }: { run: RunDetail }) {
  if (stats.durationMs === undefined) return null;
  const duration = <Duration ms={stats.durationMs} />;
  return stats.carriedPages ? (
    <>
      <Num value={pagesCrawled} /> fetched in {duration}, <Num value={stats.carriedPages} /> of the audit before
    </>
  ) : (
    <>in {duration}</>
  );
}

/** What the audit did not look at. */
export function LeftOut({ run, checks }: { run: RunDetail; checks: ReadonlyMap<string, { title: string }> }) {
  const locale = useContext(LocaleContext);
  const lines = leftOut(
    run,
    (value) => formatNumber(value, locale),
    (id) => issueTitle(checks, id),
  );
  if (lines.length === 0) return null;
  return (
    <Card title="Skipped and sampled">
      <ul>
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </Card>
  );
}

/** Pages by response, and why some are not open to search. */
export function NotIndexable({ run, checks }: { run: RunDetail; checks: ReadonlyMap<string, { title: string }> }) {
  const { statusBuckets = {}, nonIndexable = {}, unscoredIssues = [] } = run.crawlStats;
  const answers = Object.entries(statusBuckets).filter(([, count]) => count > 0);
  const reasons = Object.entries(nonIndexable).filter(([, count]) => count > 0);
  return (
    <Card title="Responses of the pages">
      <Facts
        items={answers.map(([name, count]) => [
          /^\dxx$/.test(name) ? <a href={pagesOf(run, { status: name })}>{name}</a> : name,
          <Num value={count} />,
        ])}
      />
      <h3>Not open to search</h3>
      {reasons.length === 0 ? (
        <p class="muted">{pagesRead(run) === 0 ? "No page was read." : "Every page is open to search."}</p>
      ) : (
        <Facts items={reasons.map(([reason, count]) => [reasonWords(reason), <Num value={count} />])} />
      )}
      {unscoredIssues.length > 0 && (
        <details>
          <summary>What the checks of indexable pages found on these. It counts in no score.</summary>
          <Facts
            items={unscoredIssues.map(({ id, pages, reasons: of }) => [
              issueTitle(checks, id),
              <>
                <Num value={pages} /> (
                {Object.entries(of)
                  .map(([reason, count]) => `${reasonWords(reason)}: ${count}`)
                  .join(", ")}
                )
              </>,
            ])}
          />
        </details>
      )}
    </Card>
  );
}

/** The files and links that pages refer to. */
export function Files({ run }: { run: RunDetail }) {
  const files = run.crawlStats.files ?? null;
  return (
    <Card title="Files and links">
      {files === null ? (
        <p class="muted">The pages refer to no files, or this audit did not request them.</p>
      ) : (
        <Facts
          items={[
            ["Found", <Num value={files.found} />],
            ["On other sites", <Num value={files.external} />],
            [
              "Requested",
              <>
                <Num value={files.asked} /> of at most <Num value={files.budget} />
              </>,
            ],
            ["Blocked by robots.txt", <Num value={files.blocked} />],
            ["Broken", <Num value={files.broken} />],
          ]}
        />
      )}
    </Card>
  );
}

/** The result as files. */
export function Exports({ run }: { run: RunDetail }) {
  const href = (format: string) => `/api/seo-spider/runs/${encodeURIComponent(run.id)}/export?format=${format}`;
  return (
    <Card title="Download">
      <p>All pages with their issues, for a spreadsheet or a program.</p>
      <p class="actions">
        <ButtonLink href={href("csv")}>CSV: one row per issue of a page</ButtonLink>
        <ButtonLink href={href("jsonl")}>JSON lines: one page per line</ButtonLink>
      </p>
    </Card>
  );
}
