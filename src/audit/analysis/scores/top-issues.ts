import { round1 } from "../../../lib/numbers/round";
import { DEAD } from "../../checks/page-health";
import type { CheckMeta } from "../../checks/shared/define";
import type { Finding, TopIssue } from "../../model/issue";
import { CONSEQUENCES, costsVisits } from "../figures/causes";
import { harmOf, harmPoints } from "./harm";
import { sharedFrom, TEMPLATE_PAGES } from "./score-sheet";

type RankedCheck = Pick<CheckMeta, "id" | "severity" | "weight">;

/** An issue of a page: its check and what was found. */
export interface RankedIssue {
  check: RankedCheck;
  detail: Finding;
}

const SHOWN = 25;
const SAMPLES = 5;
/** Dead pages cost the score nothing, but crawlers visit them: points of rank if the links lead to nothing else. */
const WASTED_CRAWL = 10;
const SITE_POINTS = { error: 5, warning: 2, notice: 0 } as const;
/** An issue follows from a cause if at least this share of its pages have the cause too. */
const FOLLOWS = 0.9;

const BROKEN_LINK = "broken_internal_link";
const GONE = ["http_4xx", "http_5xx", "fetch_timeout", "dns_or_connection_error"];

/** What is known about one kind of issue. */
interface Entry {
  issue: Omit<TopIssue, "cause" | "gain" | "costsVisits" | "element" | "consequences">;
  /** Sum over its pages of 1 + log2(1 + visits). */
  reach: number;
  /** What was found on every page so far: examples, or the text of the finding. */
  common: readonly string[];
}

/** Ranks a run's issues by what fixing them gains, with consequences below their cause. */
export class TopIssues {
  private readonly byId = new Map<string, Entry>();
  /** Pages with the same kinds of issues: the kinds → how many. */
  private readonly groups = new Map<string, number>();
  private reach = 0;
  /** Pages that exist: a template can only repeat something on those. */
  private pages = 0;

  /** Adds a page with all its issues. `visits`: crawler visits in the last 30 days. */
  addPage(path: string, visits: number, issues: readonly RankedIssue[]): void {
    const reach = 1 + Math.log2(1 + visits);
    this.reach += reach;
    if (!issues.some(({ check }) => DEAD.has(check.id))) this.pages++;
    const unique = new Map(issues.map((each) => [each.check.id, each]));
    for (const { check, detail } of unique.values()) {
      const entry = this.entry(check, detail);
      const { issue } = entry;
      issue.pages++;
      issue.visits += visits;
      issue.impact += check.weight * Math.log2(1 + visits);
      entry.reach += reach;
      const here = partsOf(detail);
      entry.common = entry.common.filter((part) => here.includes(part));
      if (issue.samplePaths.length < SAMPLES) issue.samplePaths.push(path);
    }
    const key = [...unique.keys()].sort().join(" ");
    this.groups.set(key, (this.groups.get(key) ?? 0) + 1);
  }

  /** Adds a site-wide issue, which affects every visit. */
  addSite(check: RankedCheck, detail: Finding, allVisits: number): void {
    const { issue } = this.entry(check, detail);
    issue.visits = allVisits;
    issue.impact = check.weight * Math.log2(1 + allVisits);
  }

  private entry(check: RankedCheck, detail: Finding): Entry {
    let entry = this.byId.get(check.id);
    if (!entry) {
      const { id, severity, weight } = check;
      const issue = { id, severity, weight, pages: 0, visits: 0, impact: 0, samplePaths: [] };
      entry = { issue, reach: 0, common: partsOf(detail) };
      this.byId.set(id, entry);
    }
    return entry;
  }

  /**
   * The issues with the greatest gain first; those that follow from another one are below it. `linkedDead`: dead pages that
   * other pages link to.
   */
  list(linkedDead: number): TopIssue[] {
    const consequences = this.consequences();
    const dead = GONE.filter((id) => this.byId.has(id));
    const deadPages = dead.reduce((sum, id) => sum + this.byId.get(id)!.issue.pages, 0);
    // A dead page and the links to it are one problem, which belongs to the linking pages.
    const isLinked = this.byId.has(BROKEN_LINK) && linkedDead >= FOLLOWS * deadPages;
    if (isLinked && dead.length > 0) consequences.set(BROKEN_LINK, [...(consequences.get(BROKEN_LINK) ?? []), ...dead]);
    const folded = new Set([...consequences.values()].flat());
    const causes = [...this.byId.values()].filter(({ issue }) => !folded.has(issue.id));
    const ranked = causes.map((entry) => this.ranked(entry, consequences.get(entry.issue.id) ?? []));
    const wasted = isLinked ? (WASTED_CRAWL * deadPages) / (this.pages + deadPages) : 0;
    const rankOf = ({ id, gain }: TopIssue) => gain + (id === BROKEN_LINK ? wasted : 0);
    ranked.sort(
      (a, b) => rankOf(b) - rankOf(a) || b.impact - a.impact || b.pages - a.pages || a.id.localeCompare(b.id),
    );
    return ranked.slice(0, SHOWN);
  }

  private ranked({ issue, reach, common }: Entry, consequences: readonly string[]): TopIssue {
    const { id, severity, pages } = issue;
    const everywhere = pages >= TEMPLATE_PAGES && pages >= sharedFrom(id) * this.pages;
    const cause = pages === 0 ? "site" : everywhere ? "template" : "pages";
    const loses = costsVisits(id, everywhere || pages === 0);
    return {
      ...issue,
      impact: round1(issue.impact),
      cause,
      gain: round1(gainOf(issue, cause, everywhere, this.reach === 0 ? 0 : reach / this.reach)),
      costsVisits: loses,
      element: cause === "template" ? (common[0] ?? null) : null,
      consequences: consequences.map((each) => {
        const { severity: level, pages: count } = this.byId.get(each)!.issue;
        return { id: each, severity: level, pages: count };
      }),
      severity,
    };
  }

  /** Cause → the issues of this run that follow from it. */
  private consequences(): Map<string, string[]> {
    const found = new Map<string, string[]>();
    const together = this.pairs();
    const taken = new Set<string>();
    for (const [cause, candidates] of Object.entries(CONSEQUENCES)) {
      if (!this.byId.has(cause) || taken.has(cause)) continue;
      const follows = candidates.filter((id) => {
        const pages = taken.has(id) ? 0 : (this.byId.get(id)?.issue.pages ?? 0);
        return pages > 0 && (together.get(`${cause} ${id}`) ?? 0) >= FOLLOWS * pages;
      });
      for (const id of follows) taken.add(id);
      if (follows.length > 0) found.set(cause, follows);
    }
    return found;
  }

  /** How many pages have a cause together with another issue. */
  private pairs(): Map<string, number> {
    const pairs = new Map<string, number>();
    for (const [key, pages] of this.groups) {
      const kinds = key.split(" ");
      for (const cause of kinds) {
        if (!(cause in CONSEQUENCES)) continue;
        for (const id of kinds) pairs.set(`${cause} ${id}`, (pairs.get(`${cause} ${id}`) ?? 0) + pages);
      }
    }
    return pairs;
  }
}

/** What may be the same on many pages: the examples that were found, or else the finding itself. */
function partsOf({ samples, found }: Finding): readonly string[] {
  return [...(samples ?? []), found];
}

/** Points that fixing the issue adds to siteScore. `share`: of the reach of all pages, so that visited pages count more. */
function gainOf(issue: RankedCheck, cause: TopIssue["cause"], everywhere: boolean, share: number): number {
  const { id, severity } = issue;
  if (cause !== "site") return harmPoints(issue, harmOf(id, severity, everywhere), share);
  return costsVisits(id, true) ? harmPoints({ weight: 1 }, "lost", 1) : SITE_POINTS[severity];
}
