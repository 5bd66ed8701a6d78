import type { Severity } from "../issue";

/** Pages by their worst issue: error, warning, notice, none. */
type WorstCounts = [error: number, warning: number, notice: number, none: number];

/** A folder of the site with all pages below it. */
export interface MapFolder {
  /** Path with its final slash, as addresses have it. */
  path: string;
  /** The place of the folder around it in the list; null: the site itself. */
  parent: number | null;
  pages: number;
  notIndexable: number;
  /** Its pages by clicks from the start; the last entry has all from {@link MOST_CLICKS} on. */
  byClicks: WorstCounts[];
  /** Folders in it that are too small to be listed, and their pages. */
  foldedFolders: number;
  foldedPages: number;
}

/** A page as the map counts it. */
export interface MappedPage {
  /** Path and query. */
  path: string;
  depth: number;
  indexable: boolean;
  /** Its worst issue; null: it has none. */
  worst: Severity | null;
}

/** Pages further from the start count as this far. */
export const MOST_CLICKS = 10;
/** Folders below this level, and those with longer paths, count as part of the one around them. */
const MAX_LEVELS = 6;
const MAX_PATH = 500;
/** Folders that a map lists, and that it holds while pages are added. */
const LISTED = 120;
const MOST_HELD = 8_000;

const PLACES: Record<Severity | "none", number> = { error: 0, warning: 1, notice: 2, none: 3 };

interface Held {
  name: string;
  level: number;
  pages: number;
  notIndexable: number;
  byClicks: WorstCounts[];
  foldedFolders: number;
  foldedPages: number;
  inside: Map<string, Held>;
}

const emptyFolder = (name: string, level: number): Held => ({
  name,
  level,
  pages: 0,
  notIndexable: 0,
  byClicks: [],
  foldedFolders: 0,
  foldedPages: 0,
  inside: new Map(),
});

/**
 * The folders of a site, gathered in one pass over its pages. What it holds is bounded: when there are too many folders,
 * the smaller half counts as part of the folders around them.
 */
export class FolderMap {
  private readonly root = emptyFolder("/", 0);
  private held = 1;

  add(page: MappedPage): void {
    const { path } = page;
    const query = path.indexOf("?");
    const end = query < 0 ? path.length : query;
    let folder = this.root;
    count(folder, page);
    for (let from = 1; folder.level < MAX_LEVELS;) {
      const slash = path.indexOf("/", from);
      if (slash < 0 || slash >= end || slash >= MAX_PATH) break;
      const name = path.slice(from, slash + 1);
      let inside = folder.inside.get(name);
      if (inside === undefined) {
        inside = emptyFolder(name, folder.level + 1);
        folder.inside.set(name, inside);
        this.held++;
      }
      folder = inside;
      count(folder, page);
      from = slash + 1;
    }
    if (this.held > MOST_HELD) this.fold(MOST_HELD / 2);
  }

  /** The largest folders, each after the one around it. Empty: no page was added. */
  list(most = LISTED): MapFolder[] {
    if (this.root.pages === 0) return [];
    this.fold(most);
    const folders: MapFolder[] = [];
    const list = (folder: Held, around: string, parent: number | null) => {
      const { name, pages, notIndexable, byClicks, foldedFolders, foldedPages, inside } = folder;
      const place = folders.length;
      const path = around + name;
      const clicks = Array.from(byClicks, (counts) => counts ?? [0, 0, 0, 0]);
      folders.push({ path, parent, pages, notIndexable, byClicks: clicks, foldedFolders, foldedPages });
      for (const each of bySize([...inside.values()])) list(each, path, place);
    };
    list(this.root, "", null);
    return folders;
  }

  /** Leaves the `most` folders with the most pages. A folder has no fewer than one in it, so none loses its place. */
  private fold(most: number): void {
    const all: Held[] = [];
    const collect = (folder: Held) => {
      all.push(folder);
      for (const each of folder.inside.values()) collect(each);
    };
    collect(this.root);
    if (all.length <= most) return;
    // Sorting is stable, and a folder comes before those in it.
    const kept = new Set(all.toSorted((a, b) => b.pages - a.pages).slice(0, most));
    for (const folder of kept) {
      for (const [name, each] of folder.inside) {
        if (kept.has(each)) continue;
        folder.inside.delete(name);
        folder.foldedFolders += foldersIn(each);
        folder.foldedPages += each.pages;
      }
    }
    this.held = kept.size;
  }
}

function count(folder: Held, { depth, indexable, worst }: MappedPage): void {
  folder.pages++;
  if (!indexable) folder.notIndexable++;
  const clicks = Math.max(0, Math.min(MOST_CLICKS, depth));
  (folder.byClicks[clicks] ??= [0, 0, 0, 0])[PLACES[worst ?? "none"]]!++;
}

/** The folder itself, those in it, and those that were folded before. */
function foldersIn(folder: Held): number {
  let sum = 1 + folder.foldedFolders;
  for (const each of folder.inside.values()) sum += foldersIn(each);
  return sum;
}

const bySize = (folders: Held[]) =>
  folders.sort((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
