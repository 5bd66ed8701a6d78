import { productToken, type ContentSignal, type Robots } from "../../../web";
import { blockedAtRoot } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

export const contentSignalsConflict = siteCheck({
  id: "content_signals_conflict",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "Content signals contradict the rules",
  rule: 'Content-Signal says ai-train=yes to GPTBot or all crawlers while GPTBot is disallowed on "/", or search=no to Googlebot, bingbot or all crawlers while a sitemap is named.',
  why: "Crawlers can't tell which of the two applies.",
  fix: "Make the signals and rules agree.",
  test: ({ robots }) => {
    const conflicts = [
      signalsFor(robots, "gptbot").some((signal) => signal.aiTrain === true) &&
      blockedAtRoot(robots, ["GPTBot"]).length > 0
        ? "ai-train=yes, but GPTBot is disallowed"
        : null,
      ["googlebot", "bingbot"].some((token) => signalsFor(robots, token).some((signal) => signal.search === false)) &&
      robots.sitemaps.length > 0
        ? "search=no, but a sitemap is named"
        : null,
    ].filter((text) => text !== null);
    return conflicts.length > 0
      ? { found: conflicts.join("; "), expected: "signals and rules that agree", count: conflicts.length }
      : null;
  },
});

/** What is said to a crawler: in its own groups, or else to all. */
function signalsFor({ contentSignals }: Robots, token: string): ContentSignal[] {
  const own = contentSignals.filter(({ userAgent }) => productToken(userAgent) === token);
  return own.length > 0 ? own : contentSignals.filter(({ userAgent }) => productToken(userAgent) === "*");
}
