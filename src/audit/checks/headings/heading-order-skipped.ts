import { pageCheck } from "../shared/define";

export const headingOrderSkipped = pageCheck({
  id: "heading_order_skipped",
  severity: "notice",
  category: "Headings and content",
  title: "Heading levels are skipped",
  rule: "A heading is more than one level below the previous one, for example h4 after h2.",
  why: "Crawlers and screen readers read the levels as an outline.",
  fix: "Use the levels in order.",
  on: "html",
  test: ({ facts }) => {
    const headings = facts.headings;
    const at = headings.findIndex((heading, i) => i > 0 && heading.level > headings[i - 1]!.level + 1);
    if (at < 0) return null;
    return {
      found: `h${headings[at - 1]!.level} followed by h${headings[at]!.level}: ${headings[at]!.text}`,
      expected: "levels that rise by one",
    };
  },
});
