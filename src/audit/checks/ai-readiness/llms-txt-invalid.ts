import { charLength } from "../../../lib/text/text";
import { looksLikeHtml } from "../../model/site/robots-file";
import { siteCheck } from "../shared/define";

const LIMITS = { minCharacters: 50 };

export const llmsTxtInvalid = siteCheck({
  id: "llms_txt_invalid",
  severity: "notice",
  category: "Robots, AI readiness (site level)",
  title: "llms.txt is invalid",
  rule: 'It answers 5xx, or has no "# " heading, no link or fewer than 50 characters.',
  thresholds: LIMITS,
  why: "Assistants can't use it.",
  fix: 'Begin with "# Name", then lists of links.',
  test: ({ llmsTxt }) => {
    if (!llmsTxt) return null;
    if (llmsTxt.status >= 500) return { found: `HTTP ${llmsTxt.status}`, expected: "HTTP 200 or 404" };
    if (llmsTxt.status !== 200 || looksLikeHtml(llmsTxt)) return null;
    const wrong = [
      /^# \S/m.test(llmsTxt.text) ? null : 'no "# " heading',
      /\]\([^\s()]+\)|https?:\/\//.test(llmsTxt.text) ? null : "no link",
      charLength(llmsTxt.text.trim()) < LIMITS.minCharacters ? `fewer than ${LIMITS.minCharacters} characters` : null,
    ].filter((reason) => reason !== null);
    return wrong.length > 0 ? { found: wrong.join(", "), expected: "a heading and links", count: wrong.length } : null;
  },
});
