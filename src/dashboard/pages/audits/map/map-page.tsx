import { sitePath } from "../../../../lib/hosts/page-paths";
import { page } from "../../../server/page";
import { ButtonLink } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { Card, EmptyState, Tabs } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { readRun, runIdOf, type SiteContext } from "../parts/read-runs";
import { RunHeader, StillRunning } from "../parts/run-parts";
import { isActive, type RunDetail } from "../parts/words";
import { worstOf, type ShownFolder } from "./map-layout";
import { MapPicture, WORST, type MapView } from "./map-picture";

const viewOf = (c: SiteContext): MapView => (c.req.query("view") === "clicks" ? "clicks" : "folders");

/** The longest path that the list of pages takes as a filter. */
const MAX_FILTER = 2_000;

/** The list of a folder's pages. */
function pagesHref({ domain, id }: RunDetail, { path, parent }: ShownFolder): string | null {
  if (path.includes("*") || path.length > MAX_FILTER) return null;
  return sitePath(domain, "audits/:runId/pages", { runId: id, path: parent === null ? undefined : `${path}*` });
}

/** How far the pages of a folder are from the start: on average, and at most. */
function clicksTo({ byClicks, pages }: ShownFolder): { mean: number; most: number } {
  const sum = byClicks.reduce((all, counts, clicks) => all + clicks * counts.reduce((a, b) => a + b), 0);
  return { mean: sum / pages, most: byClicks.length - 1 };
}

const columns = (run: RunDetail): Column<ShownFolder>[] => [
  {
    name: "Folder",
    heading: true,
    cell: (folder) => {
      const href = pagesHref(run, folder);
      const name = <Untrusted text={folder.path} max={80} />;
      return href === null ? name : <a href={href}>{name}</a>;
    },
  },
  { name: "Pages", number: true, cell: ({ pages }) => <Num value={pages} /> },
  ...WORST.map((words, i) => ({
    name: i === WORST.length - 1 ? `With ${words}` : `Worst: ${words}`,
    number: true,
    cell: (folder: ShownFolder) => <Num value={worstOf(folder)[i]} />,
  })),
  { name: "Not indexable", number: true, cell: ({ notIndexable }) => <Num value={notIndexable} /> },
  { name: "Clicks, mean", number: true, cell: (folder) => <Num value={clicksTo(folder).mean} digits={1} /> },
  {
    name: "Deepest",
    number: true,
    cell: (folder) => {
      const { most } = clicksTo(folder);
      return most === 10 ? "10+" : <Num value={most} />;
    },
  },
];

function MapCard({ run, folders, view }: { run: RunDetail; folders: readonly ShownFolder[]; view: MapView }) {
  const here = (query: Record<string, string>) =>
    sitePath(run.domain, "audits/:runId/map", { runId: run.id, ...query });
  return (
    <>
      <Tabs
        label="What the map shows"
        items={[
          { href: here({}), name: "By folder", current: view === "folders" },
          { href: here({ view: "clicks" }), name: "By clicks from the start", current: view === "clicks" },
        ]}
      />
      <Card>
        <figure class="map-figure">
          <figcaption>
            A circle’s area is its pages; its parts are their worst issues:{" "}
            {["error", "warning", "notice", "none"].map((kind, i) => (
              <span class={`map-key map-key-${kind}`}>{WORST[i]}</span>
            ))}
          </figcaption>
          <div class="scroll" tabindex={0} role="region" aria-label="Map of the site">
            <MapPicture folders={folders} view={view} hrefOf={(folder) => pagesHref(run, folder)} />
          </div>
        </figure>
        <p class="actions">
          <ButtonLink href={sitePath(run.domain, "audits/:runId/map.svg", { runId: run.id, view })}>
            Download as SVG
          </ButtonLink>
        </p>
      </Card>
      <DataTable
        caption="The same as a table"
        showCaption
        columns={columns(run)}
        rows={folders}
        empty={<EmptyState title="No pages">This audit found no page.</EmptyState>}
      />
    </>
  );
}

/** `/audits/:runId/map`: the site's pages as a picture and as a table. */
export async function mapPage(c: SiteContext) {
  const run = await readRun(c, await runIdOf(c));
  const { folders } = await c.var.api.readAuditMap({ path: { runId: run.id } });
  return page(
    c,
    { title: "Map of the site", section: "audits" },
    <>
      <RunHeader run={run} view="map" title="Map of the site" />
      {isActive(run) ? (
        <StillRunning run={run} />
      ) : folders === null ? (
        <EmptyState title="No map">This audit is older than the map. The next one will have it.</EmptyState>
      ) : (
        <MapCard run={run} folders={folders} view={viewOf(c)} />
      )}
    </>,
  );
}

/** `/audits/:runId/map.svg`: the picture as a file. Its links lead to the dashboard. */
export async function mapFile(c: SiteContext): Promise<Response> {
  const run = await readRun(c, await runIdOf(c));
  const { folders } = await c.var.api.readAuditMap({ path: { runId: run.id } });
  const { origin } = new URL(c.req.url);
  const hrefOf = (folder: ShownFolder) => {
    const href = pagesHref(run, folder);
    return href === null ? null : origin + href;
  };
  const picture = <MapPicture folders={folders ?? []} view={viewOf(c)} hrefOf={hrefOf} standalone />;
  return c.body(String(await picture), 200, {
    "content-type": "image/svg+xml; charset=utf-8",
    "content-disposition": `attachment; filename="map-${run.id}.svg"`,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
}
