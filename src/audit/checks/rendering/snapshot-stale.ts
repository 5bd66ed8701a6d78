import { roundedDown, textSimilarity } from "../shared/words";
import { renderedCheck } from "../shared/define";
import { hasNoText, isBlank } from "./snapshot-blank";

const LIMITS = { minSimilarity: 0.9 };

export const snapshotStale = renderedCheck({
  id: "snapshot_stale",
  severity: "warning",
  category: "JavaScript dependence",
  title: "The snapshot for crawlers is out of date",
  rule: "The main text of the stored snapshot has a similarity below 0.9 to that of a fresh render. Not reported if the snapshot (snapshot_blank) or the fresh render is blank, or the render was not ready in time. Only the text decides, not the sitemap's lastmod.",
  thresholds: LIMITS,
  why: "Crawlers and AI answers show outdated prices, offers and text.",
  fix: "Invalidate the page's cache whenever it changes, or shorten the domain's snapshotTtlHours.",
  comparesPage: true,
  test: (pair) => {
    const { snapshot, rendered, render } = pair;
    if (!snapshot || render.ready === "deadline" || hasNoText(rendered) || isBlank(pair)) return null;
    const similarity = textSimilarity(snapshot.page.facts.text.main, rendered.facts.text.main);
    if (similarity >= LIMITS.minSimilarity) return null;
    return {
      found: `similarity ${roundedDown(similarity)}; the snapshot was made ${new Date(snapshot.createdAt).toISOString()}`,
      expected: `at least ${LIMITS.minSimilarity}`,
    };
  },
});
