import { pageCheck } from "../shared/define";

const LIMITS = { maxLinks: 3000 };

export const tooManyLinks = pageCheck({
  id: "too_many_links",
  severity: "notice",
  category: "Links",
  title: "The page has too many links",
  rule: "More than 3,000 links.",
  thresholds: LIMITS,
  why: "Crawlers may not follow them all, and each passes on little weight.",
  fix: "Split the page, or remove links that nobody needs.",
  on: "html",
  test: ({ facts }) => {
    const count = facts.linkCount;
    return count > LIMITS.maxLinks ? { found: `${count} links`, expected: `at most ${LIMITS.maxLinks}`, count } : null;
  },
});
