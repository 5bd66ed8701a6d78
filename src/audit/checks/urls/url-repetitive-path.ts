import { pageCheck } from "../shared/define";

const LIMITS = { minRepeats: 3 };

export const urlRepetitivePath = pageCheck({
  id: "url_repetitive_path",
  severity: "warning",
  category: "URL hygiene",
  title: "The URL repeats itself",
  rule: "A path segment occurs three times or more.",
  thresholds: LIMITS,
  why: "Usually a relative link leads deeper and deeper, which traps crawlers.",
  fix: "Find and fix that relative link.",
  on: "indexable",
  test: ({ parsedUrl }) => {
    const counts = new Map<string, number>();
    for (const segment of parsedUrl.pathname.split("/"))
      if (segment !== "") counts.set(segment, (counts.get(segment) ?? 0) + 1);
    const hit = [...counts].find(([, count]) => count >= LIMITS.minRepeats);
    return hit ? { found: `${hit[0]} occurs ${hit[1]} times`, expected: "each segment once", count: hit[1] } : null;
  },
});
