import type { ResponseOf } from "../../../../client";

export type ShownFolder = NonNullable<ResponseOf<"readAuditMap">["folders"]>[number];

/** Pages whose worst issue is an error, a warning, a notice, and pages without issues. */
export type WorstCounts = ShownFolder["byClicks"][number];

/** A circle of the map. Its area stands for its pages. */
export interface Spot {
  x: number;
  y: number;
  r: number;
  pages: number;
  /** Null: not known. */
  worst: WorstCounts | null;
  /** The folder whose pages it stands for. */
  folder: ShownFolder;
}

/** A folder in the tree, or the small ones of a folder together. */
export interface Branch extends Spot {
  /** Folders that it stands for, if it is not one itself. */
  others: number;
  /** Others branch off from it, so that its name is above it. */
  isFork: boolean;
}

export interface Tree {
  width: number;
  height: number;
  branches: Branch[];
  /** Places of connected branches. */
  edges: Array<[from: number, to: number]>;
}

/** Folders that the tree shows; a person reads no more. */
const SHOWN = 48;
const COLUMN = 190;
const ROW = 26;
/** Room for a name above a fork, and around the picture. */
const NAME = 18;
const EDGE = 32;
const [MIN_RADIUS, MAX_RADIUS] = [4, 24];

const radiusOf = (pages: number, most: number, largest = MAX_RADIUS) =>
  MIN_RADIUS + (largest - MIN_RADIUS) * Math.sqrt(pages / Math.max(1, most));

/** The pages of a folder by their worst issue. */
export function worstOf({ byClicks }: Pick<ShownFolder, "byClicks">): WorstCounts {
  const sum: WorstCounts = [0, 0, 0, 0];
  for (const counts of byClicks) for (const [i, pages] of counts.entries()) sum[i]! += pages;
  return sum;
}

/** The places of the folders in each folder. */
function insideOf(folders: readonly ShownFolder[]): number[][] {
  const inside: number[][] = folders.map(() => []);
  for (const [place, { parent }] of folders.entries()) if (parent !== null) inside[parent]?.push(place);
  return inside;
}

/** The folders as a tree from left to right. The largest are shown; the small ones of a folder are one branch of it. */
export function treeOf(folders: readonly ShownFolder[]): Tree {
  const inside = insideOf(folders);
  const bySize = folders.map((folder, place) => ({ folder, place })).sort((a, b) => b.folder.pages - a.folder.pages);
  const shown = new Set(bySize.slice(0, SHOWN).map(({ place }) => place));
  const branches: Branch[] = [];
  const edges: Tree["edges"] = [];
  const most = folders[0]?.pages ?? 0;
  let width = 0;

  /** Lays a folder out below `top`. Returns its place among the branches and the height that it takes. */
  const lay = (place: number, level: number, top: number): { at: number; height: number } => {
    const folder = folders[place]!;
    const x = EDGE + level * COLUMN;
    const r = radiusOf(folder.pages, most);
    const at = branches.length;
    const branch = { x, y: 0, r, pages: folder.pages, worst: worstOf(folder), folder, others: 0, isFork: false };
    branches.push(branch);
    width = Math.max(width, x + COLUMN + EDGE);
    let below = 0;
    const children: number[] = [];
    for (const each of inside[place]!.filter((child) => shown.has(child))) {
      const child = lay(each, level + 1, top + below);
      children.push(child.at);
      below += child.height;
    }
    const rest = othersIn(place);
    // A folder of small ones alone is drawn as one.
    if (rest.others > 0 && children.length > 0) {
      const r = radiusOf(rest.pages, most);
      const needed = Math.max(ROW, 2 * r + 4);
      children.push(branches.length);
      branches.push({ x: x + COLUMN, y: top + below + needed / 2, r, worst: null, folder, isFork: false, ...rest });
      below += needed;
      width = Math.max(width, x + 2 * COLUMN + EDGE);
    }
    for (const child of children) edges.push([at, child]);
    branch.isFork = children.length > 0;
    const own = Math.max(ROW, 2 * r + 4 + (branch.isFork ? 2 * NAME : 0));
    const height = Math.max(own, below);
    // Children that take less than their parent stay in the middle of it.
    if (below < height) for (const moved of branches.slice(at + 1)) moved.y += (height - below) / 2;
    branch.y = top + height / 2;
    return { at, height };
  };

  const othersIn = (place: number): { others: number; pages: number } => {
    const folder = folders[place]!;
    let { foldedFolders: others, foldedPages: pages } = folder;
    const addHidden = (hidden: number) => {
      others += 1 + folders[hidden]!.foldedFolders;
      for (const each of inside[hidden]!) addHidden(each);
    };
    for (const each of inside[place]!) {
      if (shown.has(each)) continue;
      pages += folders[each]!.pages;
      addHidden(each);
    }
    return { others, pages };
  };

  if (folders.length === 0) return { width: 0, height: 0, branches, edges };
  const { height } = lay(0, 0, EDGE / 2);
  return { width, height: height + EDGE, branches, edges };
}

export interface ClickTable {
  width: number;
  height: number;
  /** Clicks from the start → where its column is. */
  columns: number[];
  /** `folder` null: all pages outside of the other rows. */
  rows: Array<{ y: number; folder: ShownFolder | null; pages: number }>;
  /** Pages of one row that are as many clicks away. */
  cells: Array<Spot & { clicks: number }>;
}

const CLICK_ROWS = 14;
const CELL = 64;
const LINE = 46;
const NAMES_WIDTH = 210;

/** The largest folders of the first level that has several, as rows with a column for each number of clicks. */
export function clicksOf(folders: readonly ShownFolder[]): ClickTable {
  const [site] = folders;
  if (!site) return { width: 0, height: 0, columns: [], rows: [], cells: [] };
  const inside = insideOf(folders);
  let top = 0;
  while (inside[top]!.length === 1 && folders[top]!.foldedFolders === 0) top = inside[top]![0]!;
  const rows = inside[top]!.slice(0, CLICK_ROWS).map((place) => folders[place]!);
  const others = site.byClicks.map((counts, clicks) =>
    counts.map((pages, i) => pages - rows.reduce((sum, row) => sum + (row.byClicks[clicks]?.[i] ?? 0), 0)),
  );
  const all = [
    ...rows.map((folder) => ({ folder, byClicks: folder.byClicks })),
    { folder: null, byClicks: others },
  ].map((row) => Object.assign(row, { pages: worstOf(row).reduce((a, b) => a + b) }));
  const filled = all.filter(({ pages }) => pages > 0);
  const sums = filled.flatMap(({ byClicks }) => byClicks.map((counts) => counts.reduce((a, b) => a + b)));
  const most = sums.reduce((a, b) => Math.max(a, b), 0);
  const columns = site.byClicks.map((_, clicks) => NAMES_WIDTH + (clicks + 0.5) * CELL);
  const cells = filled.flatMap(({ folder, byClicks }, row) =>
    byClicks.flatMap((worst, clicks) => {
      const pages = worst.reduce((a, b) => a + b);
      if (pages === 0) return [];
      const place = { x: columns[clicks]!, y: EDGE + (row + 0.5) * LINE, r: radiusOf(pages, most, LINE / 2 - 3) };
      return [{ ...place, pages, worst, clicks, folder: folder ?? site }];
    }),
  );
  return {
    width: NAMES_WIDTH + columns.length * CELL + EDGE,
    height: EDGE + filled.length * LINE + EDGE / 2,
    columns,
    rows: filled.map(({ folder, pages }, row) => ({ y: EDGE + (row + 0.5) * LINE, folder, pages })),
    cells,
  };
}

/** The parts of a pie around (0, 0), clockwise from the top; one that is the whole has no path. */
export function slicesOf(counts: readonly number[], r: number): Array<{ kind: number; path: string | null }> {
  const sum = counts.reduce((a, b) => a + b, 0);
  const at = (share: number) => {
    const angle = share * 2 * Math.PI;
    return `${(r * Math.sin(angle)).toFixed(2)} ${(-r * Math.cos(angle)).toFixed(2)}`;
  };
  const slices: Array<{ kind: number; path: string | null }> = [];
  let before = 0;
  for (const [kind, count] of counts.entries()) {
    const [from, to] = [before / sum, (before + count) / sum];
    before += count;
    const arc = `A${r.toFixed(2)} ${r.toFixed(2)} 0 ${to - from > 0.5 ? 1 : 0} 1`;
    if (count > 0) slices.push({ kind, path: count === sum ? null : `M0 0L${at(from)}${arc} ${at(to)}Z` });
  }
  return slices;
}
