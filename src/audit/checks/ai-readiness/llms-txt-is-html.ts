import type { Probe } from "../../model/site/site-facts";
import { beginsLikeHtml } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

export const llmsTxtIsHtml = siteCheck({
  id: "llms_txt_is_html",
  severity: "warning",
  category: "Robots, AI readiness (site level)",
  title: "llms.txt is an HTML page",
  rule: "/llms.txt answers 200 with HTML: its content begins like a page, or its type is text/html and it does not begin with a Markdown heading.",
  why: "The app answers every path, so an assistant gets the home page instead of the file.",
  fix: "Serve the file before the app's catch-all route, or answer 404.",
  test: ({ llmsTxt }) =>
    llmsTxt?.status === 200 && isPage(llmsTxt)
      ? { found: `content type ${llmsTxt.contentType ?? "none"}`, expected: "text/plain or text/markdown" }
      : null,
});

/** Whether /llms.txt is a page. Some servers send Markdown as text/html. */
export function isPage({ contentType, text }: Probe): boolean {
  return beginsLikeHtml(text) || (/text\/html/i.test(contentType ?? "") && !/^\s*#+\s/.test(text));
}
