import {
  asksForAll,
  compareKeys,
  isExtracted,
  pathTest,
  SORTED_CHARS,
  type PagesWanted,
} from "../../../model/page/page-query";
import type { Issue } from "../../../model/issue";
import type { Extracted } from "../../../../web/html";
import { pagesWith } from "./issue-pages";
import type { KeptPage } from "./kept-page";
import type { SearchFacts } from "./page-facts";
import type { PageTable } from "./page-table";

/** Lists kept: a caller that reads on finds its list, and many different queries take bounded memory. */
const MAX_LISTS = 5;
/** Pages whose texts are searched at once. */
const SEARCHED = 500;

/** A part of a list: after the page `afterSeq`, at most `limit` pages. */
interface Bounds {
  afterSeq: number;
  limit: number;
}

/**
 * Finds the pages of runs that match queries. Finding them may read every page of a run, so the lists of runs that have
 * ended are kept in memory, for callers that read on.
 */
export class PageFinder {
  /** Run and query → places of pages, in the query's order. The oldest first. */
  private readonly lists = new Map<string, Uint32Array>();

  constructor(
    private readonly sql: SqlStorage,
    private readonly table: PageTable,
  ) {}

  forget(): void {
    this.lists.clear();
  }

  /** Number of lists in memory. */
  get kept(): number {
    return this.lists.size;
  }

  /**
   * Positions in the run's index of the listed pages that match, after the page `afterSeq` in the query's order. `ended`:
   * the pages no longer change.
   */
  find(runId: string, query: PagesWanted, { afterSeq, limit, ended }: Bounds & { ended: boolean }): number[] {
    const key = `${runId} ${JSON.stringify(query)}`;
    const kept = ended ? this.lists.get(key) : undefined;
    // In a run that is still active, only this part is searched, if the order allows it.
    const bounds = !ended && query.sort === null ? { afterSeq, limit } : null;
    const all = kept ?? this.allMatches(runId, query, bounds);
    if (ended && all.length > limit) this.keep(key, all);
    const index = this.table.indexOf(runId);
    const from = query.sort === null ? firstAfter(all, afterSeq) : behind(all, afterSeq);
    return Array.from(all.subarray(from, from + limit), (seq) => index.positionOf(seq)).filter((at) => at >= 0);
  }

  private keep(key: string, list: Uint32Array): void {
    this.lists.delete(key);
    this.lists.set(key, list);
    for (const old of [...this.lists.keys()].slice(0, -MAX_LISTS)) this.lists.delete(old);
  }

  /** Places of all pages that match a query, in its order; or of the first ones after a place. */
  private allMatches(runId: string, query: PagesWanted, part: Bounds | null): Uint32Array {
    const { issue, severity, ...others } = query;
    const indexed = issue !== null || severity !== null ? pagesWith(this.sql, runId, query) : null;
    if (indexed !== null && asksForAll({ ...others, issue: null, severity: null }))
      return Uint32Array.from(indexed).sort();
    const index = this.table.indexOf(runId);
    const paths = query.path === null ? null : this.havingPath(runId, query.path);
    const found: number[] = [];
    for (let position = part ? index.after(part.afterSeq) : 0; position < index.size; position++) {
      const facts = index.factsAt(position);
      if (!hasFacts(facts, query) || indexed?.has(facts.seq) === false || paths?.[position] === 0) continue;
      found.push(position);
    }
    const searched = { ...query, issue: indexed ? null : issue, severity: indexed ? null : severity };
    const positions = this.searched(runId, searched, found, part?.limit ?? Number.POSITIVE_INFINITY);
    return Uint32Array.from(this.sorted(runId, query, positions), (position) => index.factsAt(position).seq);
  }

  /** 1 for each position whose path matches. */
  private havingPath(runId: string, wanted: string): Uint8Array {
    const fits = pathTest(wanted);
    const has = new Uint8Array(this.table.indexOf(runId).size);
    this.table.eachPath(runId, (position, path) => {
      has[position] = fits(path) ? 1 : 0;
    });
    return has;
  }

  /** The first `limit` of these pages whose texts match. */
  private searched(runId: string, query: PagesWanted, positions: readonly number[], limit: number): readonly number[] {
    const { issue, severity, extracted } = query;
    if (issue === null && severity === null && extracted === null) return positions.slice(0, limit);
    const found: number[] = [];
    for (let from = 0; from < positions.length && found.length < limit;) {
      const batch = positions.slice(from, from + SEARCHED);
      const pages = this.table.read(runId, batch, false);
      pages.forEach((page, i) => hasTexts(page, query) && found.push(batch[i]!));
      from += pages.length;
    }
    return found.slice(0, limit);
  }

  private sorted(runId: string, { sort }: PagesWanted, positions: readonly number[]): readonly number[] {
    if (sort === null) return positions;
    const { field, descending } = sort;
    const index = this.table.indexOf(runId);
    const keys = new Map<number, string | number>();
    if (field !== "path") for (const position of positions) keys.set(position, index.factsAt(position)[field]);
    else {
      for (const position of positions) keys.set(position, "");
      this.table.eachPath(runId, (position, path) => {
        if (keys.has(position)) keys.set(position, path.slice(0, SORTED_CHARS));
      });
    }
    return Array.from(keys, ([seq, key]) => ({ key, seq }))
      .sort((a, b) => compareKeys(a, b, descending))
      .map(({ seq: position }) => position);
  }
}

function hasFacts(facts: SearchFacts, { status, indexable }: PagesWanted): boolean {
  if (!facts.listed || (indexable !== null && facts.indexable !== indexable)) return false;
  return status === null || (facts.statusCode >= status.from && facts.statusCode <= status.to);
}

function hasTexts(page: KeptPage, { issue, severity, extracted }: PagesWanted): boolean {
  if (extracted !== null) {
    const found = page.extracted === null ? null : (JSON.parse(page.extracted) as Extracted);
    if (!isExtracted(found, extracted)) return false;
  }
  if (issue === null && severity === null) return true;
  return [page.issues, page.crossIssues].some((text) =>
    (JSON.parse(text) as Issue[]).some(
      (each) => (issue === null || each.id === issue) && (severity === null || each.severity === severity),
    ),
  );
}

/** Index of the first place after `seq` in an ascending list. */
function firstAfter(seqs: Uint32Array, seq: number): number {
  let low = 0;
  for (let high = seqs.length; low < high;) {
    const middle = (low + high) >> 1;
    if (seqs[middle]! > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index after the place `seq` in a list of any order; nothing comes after a place that is not in it. */
function behind(seqs: Uint32Array, seq: number): number {
  if (seq === 0) return 0;
  const at = seqs.indexOf(seq);
  return at < 0 ? seqs.length : at + 1;
}
