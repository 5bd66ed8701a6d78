import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

const GENERIC = new Set([
  "click here",
  "click this",
  "go",
  "here",
  "information",
  "learn more",
  "more",
  "more info",
  "more information",
  "right here",
  "read more",
  "see more",
  "start",
  "this",
]);
const LONGEST = Math.max(...[...GENERIC].map((text) => text.length));

export const genericAnchorText = pageCheck({
  id: "generic_anchor_text",
  severity: "notice",
  category: "Links",
  title: "Links say nothing about their target",
  rule: "Link text such as click here, read more or learn more.",
  why: "Link text tells crawlers what the target is about.",
  fix: "Describe the target in the link text.",
  on: "indexable",
  test: ({ links }) => {
    const hits = links
      .filter((link) => link.url !== null && link.text.length <= LONGEST && GENERIC.has(link.text.toLowerCase()))
      .map((link) => `${link.text}: ${link.href}`);
    return listed(hits, "links with generic text", "descriptive link text");
  },
});
