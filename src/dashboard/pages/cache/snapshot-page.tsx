import type { ResponseOf } from "../../../client";
import { homeOf } from "../../../web";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { cleanText } from "../../../lib/text/strangers-text";
import { Button, ButtonLink, Confirm } from "../../ui/form";
import { Duration, Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState, Facts, PageHeader, Tabs } from "../../ui/panels";
import { DataTable } from "../../ui/lists/table";
import { Untrusted, UntrustedLink } from "../../ui/untrusted";
import { readSnapshotOf, snapshotAsked } from "./read-snapshot-of";
import { logColumns, PausedPages } from "./renders";
import { Bytes, StateBadge } from "./words";
import { sitePath } from "../../../lib/hosts/page-paths";

type Snapshot = ResponseOf<"readSnapshot">;

/** Characters of the source that the page shows. */
const SHOWN_SOURCE = 60_000;

function SnapshotFacts({ snapshot }: { snapshot: Snapshot }) {
  const { status, state, createdAt, freshUntil, bytes, renderMs, words, headers } = snapshot;
  return (
    <Card title="What crawlers get">
      <Facts
        items={[
          ["State", <StateBadge state={state} />],
          ["Response", <Badge>{status}</Badge>],
          ["Rendered", <Time at={createdAt} />],
          [state === "fresh" ? "Fresh until" : "Was fresh until", <Time at={freshUntil} />],
          ["Rendering took", <Duration ms={renderMs} />],
          ["Size", <Bytes value={bytes} />],
          ["Words", <Num value={words} />],
          ...Object.entries(headers).map(
            ([name, value]) => [<code>{cleanText(name, 60)}</code>, <Untrusted text={value} max={300} />] as const,
          ),
        ]}
      />
    </Card>
  );
}

/** The snapshot runs nothing; the live page runs as a stranger, without the power of this origin. */
function BothFrames({ domain, snapshot, secure }: { domain: string; snapshot: Snapshot; secure: boolean }) {
  const { path, screen } = snapshot;
  const live = homeOf(domain).origin + path;
  const mayFrame = !secure || live.startsWith("https:");
  return (
    <div class="grid grid-wide">
      <Card title="Snapshot">
        <iframe
          class="page-frame"
          title="The snapshot as crawlers get it"
          sandbox=""
          src={sitePath(domain, "cache/page/frame", { path, screen })}
        ></iframe>
        <p class="hint">Scripts don’t run here. Crawlers get text and tags; styles are only for your eyes.</p>
      </Card>
      <Card title="Live page">
        {mayFrame && (
          <iframe
            class="page-frame"
            title="The live page"
            sandbox="allow-scripts"
            referrerpolicy="no-referrer"
            loading="lazy"
            src={live}
          ></iframe>
        )}
        <p class="hint">
          The page can do less in this frame than in its own window, and a site can refuse to be framed:{" "}
          <UntrustedLink url={live} text="open the live page" />.
        </p>
      </Card>
    </div>
  );
}

function Source({ domain, snapshot }: { domain: string; snapshot: Snapshot }) {
  const { path, screen, html } = snapshot;
  return (
    <Card title="Source of the snapshot">
      <pre class="source" tabindex={0}>
        {cleanText(html, SHOWN_SOURCE)}
      </pre>
      <p>
        <a href={sitePath(domain, "cache/page/source", { path, screen })}>Download the whole source</a>
      </p>
    </Card>
  );
}

const Refresh = ({ domain, path, cached }: { domain: string; path: string; cached: boolean }) => (
  <form method="post" action={sitePath(domain, "cache/refresh/pages")}>
    <input type="hidden" name="pages" value={path} />
    <input type="hidden" name="prewarm" value="yes" />
    <input type="hidden" name="back" value="page" />
    <Button tone={cached ? "plain" : "main"}>{cached ? "Render again" : "Render now"}</Button>
  </form>
);

function Views({ domain, snapshot, view }: { domain: string; snapshot: Snapshot; view: "frames" | "source" }) {
  const { path, screen } = snapshot;
  const to = (more: Record<string, string | undefined>) =>
    sitePath(domain, "cache/page", { path, screen: screen === "mobile" ? screen : null, ...more });
  return (
    <Tabs
      label="Ways to see the snapshot"
      items={[
        { name: "Next to the live page", href: to({}), current: view === "frames" },
        { name: "Source", href: to({ view: "source" }), current: view === "source" },
      ]}
    />
  );
}

function Uncached({ domain, path }: { domain: string; path: string }) {
  return (
    <EmptyState
      title="This page is not cached"
      picture="snapshot"
      action={<Refresh domain={domain} path={path} cached={false} />}
    >
      It is rendered and stored when the next crawler requests it.
    </EmptyState>
  );
}

/** One page of the cache: what crawlers get, next to the live page. */
export async function snapshotPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const asked = snapshotAsked(c);
  const [snapshot, { renders, paused }] = await Promise.all([
    readSnapshotOf(c),
    c.var.api.listRenders({ query: { domain, path: asked.path, limit: 20 } }),
  ]);
  const path = snapshot?.path ?? asked.path;
  const view = c.req.query("view") === "source" ? "source" : "frames";
  const other = asked.screen === "mobile" ? "desktop" : "mobile";
  return page(
    c,
    { title: cleanText(path, 60), section: "cache" },
    <>
      <PageHeader
        title={<Untrusted text={path} max={120} />}
        back={{ href: sitePath(domain, "cache"), name: "Cache" }}
        lead={<UntrustedLink url={homeOf(domain).origin + path} />}
        actions={
          <>
            {snapshot && <Refresh domain={domain} path={path} cached />}
            <ButtonLink href={sitePath(domain, "inspect", { url: homeOf(domain).origin + path })}>Inspect</ButtonLink>
          </>
        }
      />
      {snapshot ? (
        <>
          <SnapshotFacts snapshot={snapshot} />
          {snapshot.status === 200 && (
            <>
              <Views domain={domain} snapshot={snapshot} view={view} />
              {view === "source" ? (
                <Source domain={domain} snapshot={snapshot} />
              ) : (
                <BothFrames domain={domain} snapshot={snapshot} secure={c.req.url.startsWith("https:")} />
              )}
            </>
          )}
          <Confirm
            name="Remove from the cache"
            action={sitePath(domain, "cache/refresh/pages")}
            fields={{ pages: path, back: "page" }}
          >
            Crawlers no longer get an earlier snapshot of this page. The next one waits until it is rendered.
          </Confirm>
        </>
      ) : (
        <Uncached domain={domain} path={path} />
      )}
      <p class="after">
        <a href={sitePath(domain, "cache/page", { path, screen: other })}>
          {other === "mobile" ? "See the snapshot for phones" : "See the snapshot for desktops"}
        </a>
        , if the page has a separate one.
      </p>
      <h2>Renders of this page</h2>
      <PausedPages domain={domain} pages={paused} />
      <DataTable
        caption="Renders of this page, newest first"
        columns={logColumns(null)}
        rows={renders}
        empty={
          <EmptyState title="The page was not rendered in the last 30 days">
            Render it, or wait for a crawler.
          </EmptyState>
        }
      />
    </>,
  );
}
