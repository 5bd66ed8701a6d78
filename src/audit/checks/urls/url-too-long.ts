import { pageCheck } from "../shared/define";

const LIMITS = { maxCharacters: 200, cutOffCharacters: 2000 };

export const urlTooLong = pageCheck({
  id: "url_too_long",
  severity: "notice",
  category: "URL hygiene",
  title: "The URL is long",
  rule: "Path and query over 200 characters; over 2,000, many programs cut it off.",
  thresholds: LIMITS,
  why: "Search results cut off long addresses, and they are hard to share.",
  fix: "Use short paths and fewer parameters.",
  on: "indexable",
  test: ({ path }) => {
    if (path.length <= LIMITS.maxCharacters) return null;
    const cut = path.length > LIMITS.cutOffCharacters ? ", longer than many programs accept" : "";
    return { found: `${path.length} characters${cut}`, expected: `at most ${LIMITS.maxCharacters}` };
  },
});
