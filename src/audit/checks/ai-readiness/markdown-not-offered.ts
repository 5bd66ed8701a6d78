import { siteCheck } from "../shared/define";

export const markdownNotOffered = siteCheck({
  id: "markdown_not_offered",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "Pages are not offered as markdown",
  rule: "The home page answers HTML to a request with Accept: text/markdown.",
  why: "For information: agents that prefer markdown must convert the page themselves.",
  fix: "Answer such requests with the page's text in markdown.",
  test: ({ markdown }) =>
    markdown?.status === 200 && /^text\/html\b/i.test(markdown.contentType ?? "")
      ? { found: `content type ${markdown.contentType}`, expected: "text/markdown" }
      : null,
});
