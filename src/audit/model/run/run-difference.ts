import { hash53 } from "../../../lib/crypto/hash";
import { round1 } from "../../../lib/numbers/round";
import type { Severity } from "../issue";

/** What a comparison needs from a page of a run. */
export interface DifferingPage {
  path: string;
  healthScore: number;
  statusCode: number;
  issues: ReadonlyArray<{ id: string; severity: Severity }>;
}

/** Paths named per list. */
const NAMED = 10;

/** Pages of which something is true: how many, and some of their paths. */
interface Pages {
  pages: number;
  samplePaths: string[];
}

interface ChangedKind {
  id: string;
  severity: Severity;
  /** Pages in both runs that had it before, have it now, gained it or lost it. */
  before: number;
  now: number;
  added: Pages;
  fixed: Pages;
}

/** A kind of issue that both runs have on the same pages. */
interface UnchangedKind {
  id: string;
  severity: Severity;
  pages: number;
}

const ORDER: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };

const nobody = (): Pages => ({ pages: 0, samplePaths: [] });

function name(pages: Pages, path: string): void {
  pages.pages++;
  if (pages.samplePaths.length < NAMED) pages.samplePaths.push(path);
}

/** A page of the other run: numbers and one short text, because a run has up to 50,000. */
interface Kept {
  healthScore: number;
  statusCode: number;
  issues: number;
  /** Its kinds of issues, one character each. */
  kinds: string;
  seen: boolean;
}

/** Compares two runs page by page. Add all pages of the other run first. */
export class RunDifference {
  private readonly others = new Map<number, Kept>();
  private readonly kinds: ChangedKind[] = [];
  private readonly places = new Map<string, number>();
  private readonly added = nobody();
  private readonly changedStatus = nobody();
  private shared = 0;
  private deltaIssues = 0;
  private deltaHealth = 0;

  /** Adds a page of the run that is compared with. */
  addOther({ path, healthScore, statusCode, issues }: DifferingPage): void {
    const kinds = [...new Set(issues.map((issue) => this.placeOf(issue)))];
    this.others.set(hash53(path), {
      healthScore,
      statusCode,
      issues: issues.length,
      kinds: String.fromCharCode(...kinds),
      seen: false,
    });
  }

  /** Adds a page of the run itself. */
  addOwn({ path, healthScore, statusCode, issues }: DifferingPage): void {
    const other = this.others.get(hash53(path));
    if (!other) return name(this.added, path);
    other.seen = true;
    this.shared++;
    this.deltaIssues += issues.length - other.issues;
    this.deltaHealth += healthScore - other.healthScore;
    if (statusCode !== other.statusCode) name(this.changedStatus, path);
    const now = new Set(issues.map((issue) => this.placeOf(issue)));
    const before = new Set(Array.from(other.kinds, (each) => each.charCodeAt(0)));
    for (const place of before) {
      this.kinds[place]!.before++;
      if (!now.has(place)) name(this.kinds[place]!.fixed, path);
    }
    for (const place of now) {
      this.kinds[place]!.now++;
      if (!before.has(place)) name(this.kinds[place]!.added, path);
    }
  }

  private placeOf({ id, severity }: { id: string; severity: Severity }): number {
    let place = this.places.get(id);
    if (place === undefined) {
      place = this.kinds.push({ id, severity, before: 0, now: 0, added: nobody(), fixed: nobody() }) - 1;
      this.places.set(id, place);
    }
    return place;
  }

  summary() {
    const removed = [...this.others.values()].filter((page) => !page.seen).length;
    const changed = this.kinds.filter(({ added, fixed }) => added.pages + fixed.pages > 0);
    const unchanged = this.kinds
      .filter(({ added, fixed, now }) => added.pages + fixed.pages === 0 && now > 0)
      .map(({ id, severity, now }): UnchangedKind => ({ id, severity, pages: now }));
    const weight = ({ added, fixed }: ChangedKind) => added.pages + fixed.pages;
    return {
      /** Pages in both runs; deltas are over these alone. */
      sharedPages: this.shared,
      deltaIssues: this.deltaIssues,
      /** Change of the mean page score. */
      deltaHealth: this.shared === 0 ? 0 : round1(this.deltaHealth / this.shared),
      addedPages: this.added,
      removedPages: removed,
      changedStatus: this.changedStatus,
      issues: changed.sort((a, b) => weight(b) - weight(a) || a.id.localeCompare(b.id)),
      unchanged: unchanged.sort(
        (a, b) => ORDER[a.severity] - ORDER[b.severity] || b.pages - a.pages || a.id.localeCompare(b.id),
      ),
    };
  }
}
