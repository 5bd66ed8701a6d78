import { BLOCKERS, pageHealth } from "../../checks/page-health";
import { CHECKS } from "../../checks/run-checks";
import type { Issue, Severity } from "../../model/issue";
import { scoreStateFrom, type ScoreState } from "../../model/run/score-state";
import { isBroken, type Node } from "../../model/site/site-graph";
import { runHealth, type RunHealth } from "./run-health";
import { ScoreSheet, type SiteScore } from "./score-sheet";
import { Totals } from "./totals";

/** A page with its issues, as served and for crawlers that run scripts. */
export interface ScoredPage {
  node: Node;
  /** Issues of the page as served, and those of them that comparing pages found. */
  issues: readonly Issue[];
  cross: readonly Issue[];
  healthScore: number;
  /** How many pages it represents. */
  weight: number;
  /** Its HTML is only a shell for scripts. */
  isShell: boolean;
  /** Its own issues for crawlers that run scripts; null: the same, or not known if it is a shell. */
  rendered: ReadonlyArray<{ id: string; severity: Severity }> | null;
}

/** Says that the content is there only for crawlers that run scripts. */
const DEPENDENT: ReadonlySet<string> = new Set(["js_only_content", "empty_page"]);
/** Shells share the text of their template. Their rendered pages need not. */
const OF_SHELLS = /^duplicate_|^og_tags_identical/;

/** A run's scores, for crawlers that run no script and for those that do. */
export interface RunScores {
  health: RunHealth;
  scoreState: ScoreState;
  /** healthScore for crawlers that run scripts; null: no page could be scored for them. */
  renderedHealthScore: number | null;
  siteScore: SiteScore | null;
}

/** Adds up the scores of a run's pages. */
export class Scores {
  private readonly served = new Totals();
  private readonly shown = new Totals();
  private readonly sheet = new ScoreSheet();
  private shownPages = 0;
  private scorable = 0;
  private living = 0;
  private unscored = 0;
  private clientRendered = 0;

  constructor(private readonly siteBlocked: boolean) {}

  add(page: ScoredPage): void {
    const { node, issues, healthScore, weight, isShell } = page;
    const counts = this.served.add(node, issues, healthScore, weight);
    this.addShown(page);
    if (!counts) {
      if (node.outcome === "ok") this.unscored += weight;
      return;
    }
    this.scorable += weight;
    if (!isBroken(node)) this.living += weight;
    if (isShell && issues.some(({ id }) => DEPENDENT.has(id))) this.clientRendered += weight;
    if (!isBroken(node))
      this.sheet.add(
        issues.map(({ id }) => CHECKS.get(id)!),
        weight,
      );
  }

  private addShown({ node, issues, cross, healthScore, weight, isShell, rendered }: ScoredPage): void {
    if (rendered === null && isShell) return;
    const own = rendered && [...rendered, ...cross.filter(({ id }) => !OF_SHELLS.test(id))];
    const health = own
      ? pageHealth(
          own.flatMap(({ id }) => CHECKS.get(id) ?? []),
          this.siteBlocked,
        )
      : healthScore;
    if (this.shown.add(node, own ?? issues, health, weight)) this.shownPages++;
  }

  get issueCount(): number {
    return this.served.issueCount;
  }

  /** Ids of the issues that the template repeats. */
  get templateIssues(): ReadonlySet<string> {
    return new Set(this.sheet.templateIssues().keys());
  }

  /** `sitePenalty`: sum of the weights of the site's issues; `silent`: no page responded. */
  summary(sitePenalty: number, silent: boolean): RunScores {
    const { scorable, living, unscored, clientRendered } = this;
    return {
      health: runHealth(this.served.health(sitePenalty)),
      scoreState: scoreStateFrom({ scorable, living, unscored, clientRendered, silent }),
      renderedHealthScore: this.shownPages === 0 ? null : runHealth(this.shown.health(sitePenalty)).healthScore,
      siteScore: this.sheet.score(sitePenalty, this.siteBlocked),
    };
  }
}

/** Whether one of the site's issues keeps every page out of search. */
export function isClosed(siteIssues: readonly Issue[]): boolean {
  return siteIssues.some((issue) => BLOCKERS.has(issue.id));
}
