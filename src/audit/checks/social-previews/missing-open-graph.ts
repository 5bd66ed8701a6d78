import { pageCheck } from "../shared/define";

export const missingOpenGraph = pageCheck({
  id: "missing_open_graph",
  severity: "warning",
  category: "Social preview",
  title: "Shared links have no preview",
  rule: "Neither og:title nor og:image.",
  why: "A link shared in a chat or social network shows only the address.",
  fix: "Add og:title, og:description and og:image.",
  on: "indexable",
  test: ({ facts }) => {
    const tags = facts.preview;
    return tags["og:title"] || tags["og:image"]
      ? null
      : { found: "no Open Graph tags", expected: "og:title and og:image" };
  },
});
