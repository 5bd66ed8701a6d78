import { crossCheck } from "../shared/define";

export const mixedFollowInlinks = crossCheck({
  id: "mixed_follow_inlinks",
  severity: "notice",
  category: "Links",
  title: "Some links to the page are nofollow",
  rule: "Some pages link to it with nofollow, others without.",
  why: "Crawlers get contradictory signals.",
  fix: "Remove nofollow from links within the site.",
  test: ({ node }, graph) => {
    const nofollow = graph.nofollowInlinksOf(node);
    const follow = graph.inlinksOf(node) - nofollow;
    return nofollow > 0 && follow > 0
      ? {
          found: `${nofollow === 1 ? "1 page links" : `${nofollow} pages link`} with nofollow, ${follow} without`,
          expected: "links without nofollow",
          count: nofollow,
        }
      : null;
  },
});
