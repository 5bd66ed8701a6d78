import type { RunState } from "../../model/run/run-state";
import type { SitemapReport } from "../../model/site/sitemap-report";
import type { Closing, CrawlProgress } from "../../model/run/calls";
import type { Frontier } from "./frontier";

/** The progress of a run, for displays. */
export function progressOf(run: RunState, frontier: Frontier): CrawlProgress {
  const begun = run.claimed || run.phase !== "prepare" || run.resumptions > 0;
  return {
    status: begun ? "running" : "queued",
    phase: run.phase,
    discovered: frontier.discovered,
    fetched: run.counted,
    queued: frontier.pending + run.leased,
    issues: run.issues,
  };
}

/** What the analysis needs once the crawl is over. */
export function closingOf(
  run: RunState,
  frontier: Frontier,
  sitemaps: SitemapReport | null,
  pages: Pick<Closing, "pagesCrawled" | "carriedPages">,
): Closing {
  return {
    closeReason: run.closeReason ?? "finished",
    discovered: frontier.discovered,
    queueLeft: frontier.pending,
    sitemaps,
    sampledPatterns: run.sampling ? frontier.cutPatterns() : [],
    continues: run.continues,
    beganAt: run.beganAt,
    ...pages,
  };
}
