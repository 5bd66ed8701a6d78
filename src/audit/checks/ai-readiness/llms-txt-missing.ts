import { siteCheck } from "../shared/define";
import { isNotFound } from "../../../lib/hosts/not-found";

export const llmsTxtMissing = siteCheck({
  id: "llms_txt_missing",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "There is no llms.txt",
  rule: "/llms.txt answers 404 or 410.",
  why: "For information: assistants find no summary made for them.",
  fix: "Add a short markdown file that lists the important pages.",
  test: ({ llmsTxt }) =>
    llmsTxt && isNotFound(llmsTxt.status)
      ? { found: `/llms.txt answers HTTP ${llmsTxt.status}`, expected: "a markdown file" }
      : null,
});
