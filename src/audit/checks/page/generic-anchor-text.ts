import { pageCheck } from "../define";

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
  weight: 1,
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
    return hits.length > 0
      ? {
          found: `${hits.length} such links`,
          expected: "descriptive link text",
          count: hits.length,
          samples: hits.slice(0, 10),
        }
      : null;
  },
});
