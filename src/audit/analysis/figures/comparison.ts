import { round1 } from "../../../lib/numbers/round";
import { withoutChecks } from "../../checks/without-checks";
import type { ComparedPage } from "../../model/page/compared-page";

/** The change between two runs over the pages that both saw. Raw totals mislead if the sets of pages differ. */
export interface Comparable {
  /** Pages in both runs. */
  pages: number;
  deltaIssues: number;
  /** Change of 0.6 × mean page score + 0.4 × percent of pages without an error, over those pages. */
  deltaHealth: number;
  /** Issue ids that are new on those pages, and those that are gone. */
  newIssueIds: string[];
  fixedIssueIds: string[];
  /** Kinds of issues of these pages, of the site and of its sitemaps: those that came, went and stayed. */
  kinds: ChangedKinds;
}

export interface ChangedKinds {
  newIds: string[];
  fixedIds: string[];
  remaining: number;
}

/** Ids of issues that are on no page: of the site and of its sitemaps. */
export interface SiteKinds {
  before: readonly string[];
  now: readonly string[];
}

const changed = (before: ReadonlySet<string>, now: ReadonlySet<string>): ChangedKinds => ({
  newIds: [...now].filter((id) => !before.has(id)).sort(),
  fixedIds: [...before].filter((id) => !now.has(id)).sort(),
  remaining: [...now].filter((id) => before.has(id)).length,
});

class Side {
  pages = 0;
  issues = 0;
  readonly ids = new Set<string>();
  private scores = 0;
  private errorFree = 0;

  add({ healthScore, issues }: ComparedPage): void {
    this.pages++;
    this.scores += healthScore;
    this.issues += issues.length;
    if (!issues.some((issue) => issue.severity === "error")) this.errorFree++;
    for (const { id } of issues) this.ids.add(id);
  }

  health(): number {
    return this.pages === 0 ? 0 : (0.6 * this.scores + 0.4 * 100 * this.errorFree) / this.pages;
  }
}

/** Compares a run with the one before it, page by page, in any order. */
export class Comparison {
  private readonly shared = new Set<number>();
  private readonly before = new Side();
  private readonly now = new Side();

  /** `leftOut`: checks that one of the runs could not finish. */
  constructor(private readonly leftOut: ReadonlySet<string> = new Set()) {}

  /** Adds a page of the earlier run that this run also saw. */
  addBefore(urlHash: number, page: ComparedPage): void {
    if (this.shared.has(urlHash)) return;
    this.shared.add(urlHash);
    this.before.add(withoutChecks(page, this.leftOut));
  }

  /** Adds a page of this run; it counts if the earlier run had it. Add all pages of the earlier run first. */
  addNow(urlHash: number, page: ComparedPage): void {
    if (this.shared.has(urlHash)) this.now.add(withoutChecks(page, this.leftOut));
  }

  /** `scored`: both runs have scores that mean something. */
  summary(scored = true, site: SiteKinds = { before: [], now: [] }): Comparable {
    const { before, now } = this;
    const ofPages = changed(before.ids, now.ids);
    return {
      pages: now.pages,
      deltaIssues: now.issues - before.issues,
      deltaHealth: scored ? round1(now.health() - before.health()) : 0,
      newIssueIds: ofPages.newIds,
      fixedIssueIds: ofPages.fixedIds,
      kinds: changed(new Set([...before.ids, ...site.before]), new Set([...now.ids, ...site.now])),
    };
  }
}

/** Whether a run or the one before it was cut off, so that one has pages that the other never saw. */
export function isCut(
  { needsContinuation, continues }: { needsContinuation: boolean; continues: string | null },
  previous: { needsContinuation: boolean },
): boolean {
  return needsContinuation || continues !== null || previous.needsContinuation;
}
