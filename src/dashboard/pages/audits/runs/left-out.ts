import { closeWords, withNoun, isActive, type Run } from "../parts/words";

/** What a run did not look at, in sentences. `titleOf`: of a check. Empty: it saw everything that it was set to read. */
export function leftOut(
  run: Run,
  format: (value: number) => string,
  titleOf: (id: string) => string = (id) => id,
): string[] {
  if (isActive(run)) return [];
  const stats = run.crawlStats;
  const some = (count: number | undefined, noun: string) => (count ? withNoun(count, noun, format) : null);
  const lines = [closeWords(run)];
  for (const { total, sampled } of (stats.sampledPatterns ?? []).slice(0, 20))
    lines.push(
      `Of ${withNoun(total, "address|addresses", format)} with the same pattern, ${format(sampled)} represent all of them in the score.`,
    );
  const waiting = some(stats.queueLeft, "page");
  if (waiting) lines.push(`${waiting} found but not fetched.`);
  const blocked = some(stats.statusBuckets?.["blocked"], "page");
  if (blocked) lines.push(`${blocked} not fetched because robots.txt blocks our crawler.`);
  const unread = some(stats.sitemaps?.unreadFiles, "sitemap file");
  if (unread) lines.push(`${unread} not readable.`);
  const { policy, reasons = {} } = stats.rendering ?? {};
  if (policy === "never") lines.push("No page was rendered in a browser.");
  const unspent = some(reasons["budget_spent"], "page");
  const why = run.closeReason === "cancelled" ? "the audit was cancelled" : "the audit’s renders were used up";
  if (unspent) lines.push(`${unspent} not rendered: ${why}.`);
  const unshown = some(reasons["failed"], "page");
  if (unshown) lines.push(`${unshown} not rendered: the browser failed.`);
  const files = some(stats.files?.left, "file or link|files and links");
  if (files) lines.push(`${files} not checked: the budget was used up.`);
  for (const [reason, ids] of Map.groupBy(stats.unanswered ?? [], (each) => each.reason))
    lines.push(
      `${withNoun(ids.length, "check", format)} can't tell: ${reason} (${ids.map(({ id }) => titleOf(id)).join("; ")}).`,
    );
  const carried = some(stats.carriedPages, "page");
  if (carried) lines.push(`${carried} taken from the audit that this one continues.`);
  if (stats.lacksEarlierPages) lines.push("The pages of the audit that this one continues are no longer kept.");
  if (run.robotsAnalysis.truncated) lines.push("robots.txt is larger than crawlers read; its end was ignored.");
  return lines.filter((line) => line !== null);
}
