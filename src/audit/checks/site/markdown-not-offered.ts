import { siteCheck } from "../define";

export const markdownNotOffered = siteCheck({
  id: "markdown_not_offered",
  severity: "notice",
  weight: 0,
  category: "Robots, AI readiness (site level)",
  title: "Pages are not offered as markdown",
  rule: "The home page asked for with Accept: text/markdown answers HTML.",
  why: "Information: agents that prefer markdown must take the page apart themselves.",
  fix: "Answer such requests with the page's text in markdown.",
  test: ({ markdown }) =>
    markdown?.status === 200 && /^text\/html\b/i.test(markdown.contentType ?? "")
      ? { found: `content type ${markdown.contentType}`, expected: "text/markdown" }
      : null,
});
