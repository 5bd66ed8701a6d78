import type { Child } from "hono/jsx";
import { useContext } from "hono/jsx";
import { cleanLine } from "../../../../lib/text/strangers-text";
import { formatNumber, LocaleContext } from "../../../ui/format";
import { withNoun } from "../parts/words";
import { clicksOf, slicesOf, treeOf, type ShownFolder, type Spot } from "./map-layout";

export type MapView = "folders" | "clicks";

/** What a page's worst issue is, in the order of WorstCounts. */
export const WORST = ["errors", "warnings", "notices", "no issues"] as const;
const KINDS = ["error", "warning", "notice", "none"] as const;

const NAME_CHARS = 24;

/** A stranger's text as XML may have it. */
const lineOf = (text: string, max: number) => cleanLine(text, max).replaceAll(/[\uFFFE\uFFFF]/g, "");

/** The name of a folder: its own part of the path, as people write it. */
function nameOf({ path, parent }: ShownFolder): string {
  if (parent === null) return "/";
  const part = /([^/]*)\/$/.exec(path)?.[1] ?? path;
  return `${lineOf(decoded(part), NAME_CHARS - 1)}/`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export interface PictureProps {
  folders: readonly ShownFolder[];
  view: MapView;
  /** The list of a folder's pages; null: it can't be filtered by its path. */
  hrefOf: (folder: ShownFolder) => string | null;
  /** A file of its own: it brings its colours. */
  standalone?: boolean;
}

const Link = ({ href, children }: { href: string | null; children?: Child }) =>
  href === null ? <g>{children}</g> : <a href={href}>{children}</a>;

/** A circle with its pages by their worst issue. */
function Pie({ spot, words }: { spot: Spot; words: string }) {
  return (
    <g transform={`translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`}>
      <title>{words}</title>
      <circle class="map-others" r={spot.r.toFixed(1)}></circle>
      {slicesOf(spot.worst ?? [], spot.r).map(({ kind, path }) =>
        path === null ? (
          <circle class={`map-${KINDS[kind]}`} r={spot.r.toFixed(1)}></circle>
        ) : (
          <path class={`map-${KINDS[kind]}`} d={path}></path>
        ),
      )}
      <circle class="map-rim" r={spot.r.toFixed(1)}></circle>
    </g>
  );
}

/** "1,200 pages: 3 with errors, 1,197 with no issues". */
function wordsOf({ pages, worst }: Spot, locale: string): string {
  const number = (value: number) => formatNumber(value, locale);
  const parts = (worst ?? []).flatMap((count, i) => (count === 0 ? [] : [`${number(count)} with ${WORST[i]}`]));
  return `${withNoun(pages, "page", number)}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

function FolderTree({ folders, hrefOf }: PictureProps) {
  const locale = useContext(LocaleContext);
  const { branches, edges } = treeOf(folders);
  return (
    <>
      {edges.map(([from, to]) => {
        const [a, b] = [branches[from]!, branches[to]!];
        const middle = ((a.x + b.x) / 2).toFixed(1);
        const [start, end] = [a.y.toFixed(1), b.y.toFixed(1)];
        return <path class="map-edge" d={`M${a.x} ${start}C${middle} ${start} ${middle} ${end} ${b.x} ${end}`}></path>;
      })}
      {branches.map((branch) => {
        const { x, y, r, folder, others, isFork, pages } = branch;
        const more = `+${withNoun(others, "folder", (value) => formatNumber(value, locale))}`;
        const name = others > 0 ? more : nameOf(folder);
        const about = others > 0 ? `${name} in ${lineOf(folder.path, 200)}` : lineOf(folder.path, 200);
        const [left, middle] = isFork ? [x - r, y - r - 6] : [x + r + 6, y + 4];
        return (
          <Link href={hrefOf(folder)}>
            <Pie spot={branch} words={`${about}: ${wordsOf(branch, locale)}`} />
            <text x={left.toFixed(1)} y={middle.toFixed(1)}>
              {name} <tspan class="map-count">{formatNumber(pages, locale)}</tspan>
            </text>
          </Link>
        );
      })}
    </>
  );
}

function Clicks({ folders, hrefOf }: PictureProps) {
  const locale = useContext(LocaleContext);
  const { columns, rows, cells } = clicksOf(folders);
  const last = columns.length - 1;
  return (
    <>
      <text class="map-count" x="8" y="20">
        Clicks from the start
      </text>
      {columns.map((x, clicks) => (
        <text class="map-head" x={x.toFixed(1)} y="20">
          {clicks === 10 ? "10+" : clicks}
        </text>
      ))}
      {rows.map(({ y, folder, pages }) => (
        <>
          <path class="map-edge" d={`M8 ${y + 23}H${(columns[last] ?? 0) + 32}`}></path>
          <Link href={folder && hrefOf(folder)}>
            <text x="8" y={y + 4}>
              {folder ? nameOf(folder) : "All other pages"}{" "}
              <tspan class="map-count">{formatNumber(pages, locale)}</tspan>
            </text>
          </Link>
        </>
      ))}
      {cells.map((cell) => {
        const { folder, clicks } = cell;
        const where = folder.parent === null ? "Other folders" : lineOf(folder.path, 200);
        return (
          <Pie
            spot={cell}
            words={`${where}, ${clicks === 10 ? "10 or more" : clicks} clicks: ${wordsOf(cell, locale)}`}
          />
        );
      })}
    </>
  );
}

/** The colours of a file of its own, as the dashboard has them. */
const STYLE = `svg{background:#fff;font:13px system-ui,sans-serif}text{fill:#17211f}.map-count{fill:#56635f}.map-head{text-anchor:middle}
.map-edge{fill:none;stroke:#d9dfdc}.map-rim{fill:none;stroke:#56635f}.map-others{fill:#d9dfdc}.map-error{fill:#a32218}
.map-warning{fill:#c98a1b}.map-notice{fill:#1d4f91}.map-none{fill:#14693a}
@media (prefers-color-scheme:dark){svg{background:#172020}text{fill:#e6ecea}.map-count{fill:#9fb0ab}.map-edge{stroke:#2d3a38}
.map-rim{stroke:#9fb0ab}.map-others{fill:#2d3a38}.map-error{fill:#ff9d90}.map-warning{fill:#f0c069}.map-notice{fill:#9cc3f7}.map-none{fill:#7fd6a0}}`;

/** The map as SVG. Every text of the site is cut, in one line and escaped. */
export function MapPicture(props: PictureProps) {
  const { folders, view, standalone } = props;
  const { width, height } = view === "folders" ? treeOf(folders) : clicksOf(folders);
  const box = `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`;
  const label = view === "folders" ? "The site's folders as a tree" : "The site's folders by clicks from the start";
  const size = { width: Math.ceil(width), height: Math.ceil(height) };
  return (
    <svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox={box} {...size} role="group" aria-label={label}>
      {standalone && <style>{STYLE}</style>}
      {view === "folders" ? <FolderTree {...props} /> : <Clicks {...props} />}
    </svg>
  );
}
