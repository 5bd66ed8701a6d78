import type { Db } from "../../db/client";
import { sha256Hex } from "../../lib/crypto/hash";
import { round1 } from "../../lib/numbers/round";
import type { Closing } from "../model/run/calls";
import { RENDER_BUDGET } from "../model/page/rendering-policy";
import type { RunConfig } from "../model/run/run-state";
import { scoreStateOf } from "../model/run/score-state";
import { filesOf } from "../model/run/files-of";
import { agentReadiness } from "../model/site/agent-readiness";
import { homeOfRun } from "../model/run/home-of-run";
import { unansweredChecks } from "../model/site/unanswered-checks";
import { incomparableChecks, type FileStats } from "../model/site/file-statuses";
import { type RunRow, countFinishedRuns } from "../repo";
import { isCut } from "./figures/comparison";
import { firstSeen } from "./figures/first-seen";
import { SITE_WEIGHT, robotsAnalysis } from "./figures/robots-analysis";
import type { SiteScore } from "./scores/score-sheet";
import { type ComparedPages, type CrawledUrls, type JudgedSite, type RunFigures, lacksEarlier } from "./gathered";

/** What the crawl and its analysis report about the run's end. */
export interface RunEnd extends Closing {
  config: RunConfig;
  finished: boolean;
  needsContinuation: boolean;
  /** The site did not respond at all. */
  silent: boolean;
}

/** What the stages of an analysis have found. */
export interface Analysed {
  site: JudgedSite;
  urls: CrawledUrls;
  compared: ComparedPages;
  figures: RunFigures;
  /** How files responded; null: the run found none, or does not request them. */
  files: FileStats | null;
}

/** The figures of a finished run, which D1 keeps, and its analyses, which the domain's object keeps. */
export async function resultOf(
  db: Db,
  run: RunRow,
  previous: RunRow | undefined,
  closing: RunEnd,
  { site, urls, compared, figures, files }: Analysed,
) {
  const { facts, issues: siteIssues } = site;
  const { stats } = urls;
  const { scores, sitemaps } = figures;
  const sitePenalty = siteIssues.reduce((total, { severity }) => total + SITE_WEIGHT[severity], 0);
  const { health, ...scored } = scores.summary(sitePenalty, closing.silent);
  const bothScored = scored.scoreState === "scored" && previous && scoreStateOf(previous) === "scored";
  const report = closing.sitemaps;
  const sitemapIssues = [...(report?.issues ?? []), ...sitemaps.issues(report?.url ?? null)];
  const ofSite = [...siteIssues, ...sitemapIssues];
  const siteKinds = { before: previous ? siteKindsOf(previous) : [], now: ofSite.map(({ id }) => id) };
  const comparable = compared.comparison?.summary(bothScored === true, siteKinds) ?? null;
  const isEqual = previous !== undefined && !isCut(closing, previous) && (comparable?.pages ?? 0) > 0;
  // These runs audit different pages each time, so only pages that both saw can be compared.
  const hasOwnPages = closing.config.mode === "selected" || closing.config.newPagesOnly;
  const askedAll = incomparableChecks(files, previous ? filesOf(previous) : null).size === 0;
  // Totals include what was found about files, so they can't be compared if some were not requested.
  const whole = hasOwnPages || !askedAll ? null : previous;
  const issueCount = scores.issueCount + ofSite.length;
  for (const { severity } of ofSite) stats.addOther(severity);
  const ids = [...figures.index.list(), ...ofSite].map(({ id }) => id);
  const { scoreState } = scored;
  const earlierSite = isEqual && bothScored && whole ? comparableSiteScore(whole) : null;
  const deltaSiteScore =
    earlierSite === null || scored.siteScore === null ? null : round1(scored.siteScore.score - earlierSite);
  const durationMs = Date.now() - closing.beganAt;
  // A scheduled run starts at its tick's time, which can differ from the clock.
  const completedAt = run.startedAt + durationMs;
  return {
    figures: {
      issueCount,
      healthScore: health.healthScore,
      deltaIssues: !isEqual ? 0 : whole ? issueCount - whole.issueCount : comparable!.deltaIssues,
      deltaHealth:
        isEqual && bothScored ? (whole ? round1(health.healthScore - whole.healthScore) : comparable!.deltaHealth) : 0,
      runCount: (await countFinishedRuns(db, run.domainId, run.id)) + (closing.finished ? 1 : 0),
      scoreState,
      renderedHealthScore: scored.renderedHealthScore,
      siteScore: scored.siteScore?.score ?? null,
      completedAt,
      heartbeatAt: Date.now(),
    },
    analyses: {
      robotsAnalysis: robotsAnalysis({
        file: facts.robotsFile,
        hash: facts.robotsFile.status === 200 ? await sha256Hex(facts.robotsFile.text) : null,
        previousHash: previous && ((previous.robotsAnalysis?.["hash"] as string | null | undefined) ?? null),
        sitemapStatus: new Map(report?.status),
        crawlerAccess: figures.access.report(),
        blockedPages: stats.blockedPages,
        blockedSitemapUrls: sitemaps.blockedUrls,
        blockedResources: stats.blockedResources,
        llmsTxt: facts.llmsTxt,
        issues: siteIssues,
      }),
      crawlStats: stats.summary({
        ...health,
        ...scored,
        deltaSiteScore,
        unanswered: unansweredChecks(facts, homeOfRun(closing.config).hostname, stats.rendering),
        rendering: {
          policy: closing.config.rendering ?? "auto",
          budget: RENDER_BUDGET,
          reasons: stats.rendering,
        },
        unscoredIssues: figures.unscored.list(),
        agentReadiness: agentReadiness({ ...facts, issues: siteIssues }),
        folderMap: figures.map.list(),
        firstSeen: firstSeen(ids, run.startedAt, previous),
        sampledPatterns: urls.weights.summary(),
        continuedFrom: closing.continues,
        comparable,
        carriedPages: closing.carriedPages,
        lacksEarlierPages: lacksEarlier(closing),
        extractors: closing.config.extractors ?? null,
        auditedHost: closing.config.movedFrom === undefined ? null : closing.config.domain,
        estimated: figures.estimates.summary(),
        discovered: closing.discovered,
        queueLeft: closing.queueLeft,
        files,
        sitemaps: report && { files: report.files, urls: report.urls, unreadFiles: report.unreadFiles },
        durationMs,
      }),
      sitemapIssues,
      topIssues: figures.top.list(figures.inlinks.brokenPages),
    },
  };
}

/** The siteScore of a run; null: it has none, or an earlier version calculated it in another way. */
function comparableSiteScore({ crawlStats }: RunRow): number | null {
  const known = crawlStats?.["siteScore"] as Partial<SiteScore> | null | undefined;
  return known?.costs === undefined ? null : (known.score ?? null);
}

/** The kinds of issues of a run that are on no page. */
const siteKindsOf = ({ robotsAnalysis: analysis, sitemapIssues }: RunRow): string[] =>
  [...((analysis?.["issues"] ?? []) as { id: string }[]), ...((sitemapIssues ?? []) as { id: string }[])].map(
    ({ id }) => id,
  );
