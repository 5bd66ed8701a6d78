import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, Checkbox, Confirm, Field, Form } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Card, Notice, Progress } from "../../ui/panels";
import { CacheFrame } from "./frame";
import { endWords } from "./words";
import { sitePath } from "../../../lib/hosts/page-paths";

/** If nothing was rendered for this long, the queue has no more of the pages. */
const QUIET_MS = 120_000;

/** Pages whose rendering is followed: those queued since a time. */
interface Work {
  since: number;
  queued: number;
}

/** The work that a page follows, from its address. */
export function workOf(c: SitePageContext): Work | null {
  const [since, queued] = [Number(c.req.query("since")), Number(c.req.query("queued"))];
  return Number.isSafeInteger(since) && Number.isSafeInteger(queued) && since > 0 && queued > 0
    ? { since, queued }
    : null;
}

/** How far it is. */
export async function readWork(c: SitePageContext, { since, queued }: Work, now: number) {
  const query = { domain: c.var.domain.domain, since };
  const counts = await c.var.api.countRenders({ query });
  const pages = Math.min(counts.pages, queued);
  const quiet = now - (counts.latestAt ?? since) > QUIET_MS;
  return { ...counts, pages, queued, ended: pages >= queued ? ("done" as const) : quiet ? ("quiet" as const) : null };
}

type WorkState = Awaited<ReturnType<typeof readWork>>;

function WorkCard({ domain, work, state }: { domain: string; work: Work; state: WorkState }) {
  const { pages, queued, ended, byOutcome } = state;
  const bar = (
    <>
      <p>
        <span data-field="pages">
          <Num value={pages} />
        </span>{" "}
        of <Num value={queued} /> pages were rendered.
      </p>
      <progress data-field="pages" value={String(pages)} max={String(queued)} aria-label="Pages rendered"></progress>
    </>
  );
  return (
    <Card
      title={ended === "done" ? "The pages are rendered" : ended ? "Rendering has stopped" : "Pages are being rendered"}
    >
      {ended ? bar : <Progress source={sitePath(domain, "cache/refresh/events", { ...work })}>{bar}</Progress>}
      <p>
        {byOutcome.map(({ outcome, count }, i) => (
          <>
            {i > 0 && ", "}
            <Num value={count} /> {endWords(outcome).name}
          </>
        ))}
        {byOutcome.length > 0 && ". "}
        <a href={sitePath(domain, "cache/renders")}>Open the render log</a>
      </p>
      {ended === "quiet" && (
        <p class="muted">
          No page was rendered for two minutes. The rest needed no render, for example because it was cached in the
          meantime, or because a rule passes it to your server.
        </p>
      )}
    </Card>
  );
}

interface Typed {
  problem?: ApiProblem | string;
  /** The form that the problem is about. */
  form?: "pages" | "pattern" | "sitemap";
  pages?: string;
  pattern?: string;
  sitemapUrl?: string;
}

function PagesCard({ domain, typed }: { domain: string; typed: Typed }) {
  return (
    <Card title="Some pages" id="some">
      <p>
        Crawlers no longer get earlier snapshots of these pages. They are rendered when the next crawler requests them,
        or now.
      </p>
      <Form action={sitePath(domain, "cache/refresh/pages")} problem={problemOf(typed, "pages")}>
        <Field
          label="Pages, one per line"
          name="pages"
          rows={4}
          required
          value={typed.pages}
          hint="Paths such as /shoes?page=2, or whole addresses: at most 1,000, or 25 if they are rendered now."
        />
        <Checkbox label="Render them again now" name="prewarm" hint="Takes a few seconds per page." checked />
        <Button>Remove from the cache</Button>
      </Form>
    </Card>
  );
}

function SitemapCard({ domain, sitemap, typed }: { domain: string; sitemap: string | null; typed: Typed }) {
  return (
    <Card title="What the sitemap says has changed" id="sitemap">
      <p>
        Renders all pages of the sitemap that are not cached, have changed since their snapshot, or have no date. This
        happens in the background.
      </p>
      <Form action={sitePath(domain, "cache/refresh/sitemap")} problem={problemOf(typed, "sitemap")}>
        <Field
          label="Sitemap"
          name="sitemapUrl"
          type="url"
          value={typed.sitemapUrl}
          hint={
            sitemap === null ? "Empty: the one that robots.txt names, or one in a usual place." : `Empty: ${sitemap}`
          }
        />
        <Button>Render changed pages</Button>
      </Form>
    </Card>
  );
}

function ManyCard({ domain, total, typed }: { domain: string; total: number; typed: Typed }) {
  return (
    <Card title="Many pages" id="many">
      {problemOf(typed, "pattern") && <Notice kind="bad">{problemOf(typed, "pattern")}</Notice>}
      <Confirm name="Remove all pages below a path" action={sitePath(domain, "cache/refresh/pattern")}>
        <Field label="Path" name="pattern" required value={typed.pattern} placeholder="/blog/" maxlength={2_000} />
        <p>The pages below it are rendered when the next crawler requests them.</p>
      </Confirm>
      <Confirm name="Remove all pages of the site" action={sitePath(domain, "cache/refresh/site")}>
        <p>
          <Count value={total} one="page is" many="pages are" /> cached. Until they are rendered again, crawlers wait
          for each page.
        </p>
        <Checkbox label="Render the sitemap’s pages again in the background" name="prewarm" checked />
      </Confirm>
    </Card>
  );
}

function problemOf({ problem, form }: Typed, asked: Typed["form"]): string | undefined {
  if (form !== asked) return undefined;
  return typeof problem === "string" ? problem : problem?.message;
}

/** Removing pages from the cache and rendering them in advance, with the progress of what was queued. */
export async function refreshPage(c: SitePageContext, typed: Typed = {}) {
  const { api, domain } = c.var;
  const work = workOf(c);
  const now = Date.now();
  const [{ total }, state] = await Promise.all([
    api.listCachedPages({ query: { domain: domain.domain, limit: 1 } }),
    work && readWork(c, work, now),
  ]);
  const live = state !== null && state.ended === null;
  const status = typeof typed.problem === "object" ? typed.problem.status : typed.problem === undefined ? 200 : 400;
  return page(
    c,
    { title: "Refresh", section: "cache", status, ...(live && { scripts: ["progress"], refreshSeconds: 10 }) },
    <CacheFrame domain={domain.domain} tab="refresh">
      {work && state && <WorkCard domain={domain.domain} work={work} state={state} />}
      {work && state && (
        <p class="muted">
          Begun: <Time at={work.since} />
        </p>
      )}
      <PagesCard domain={domain.domain} typed={typed} />
      <SitemapCard domain={domain.domain} sitemap={domain.sitemapUrl} typed={typed} />
      <ManyCard domain={domain.domain} total={total} typed={typed} />
    </CacheFrame>,
  );
}
