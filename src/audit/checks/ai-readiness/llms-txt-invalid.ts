import { charLength } from "../../../lib/text/text";
import { siteCheck } from "../shared/define";
import { isPage } from "./llms-txt-is-html";

const LIMITS = { minCharacters: 50 };

/** A heading may be indented, and more than one space may follow its mark. */
const HEADING = /^\uFEFF? {0,3}#[ \t]+\S/m;
/** An inline link, a link reference definition, or an address. */
const LINK = /\]\(\s*[^\s)]|^ {0,3}\[[^\]\n]+\]:\s*\S|https?:\/\//m;

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
    if (llmsTxt.status !== 200 || isPage(llmsTxt)) return null;
    const wrong = [
      HEADING.test(llmsTxt.text) ? null : 'no "# " heading',
      LINK.test(llmsTxt.text) ? null : "no link",
      charLength(llmsTxt.text.trim()) < LIMITS.minCharacters ? `fewer than ${LIMITS.minCharacters} characters` : null,
    ].filter((reason) => reason !== null);
    return wrong.length > 0 ? { found: wrong.join(", "), expected: "a heading and links", count: wrong.length } : null;
  },
});
