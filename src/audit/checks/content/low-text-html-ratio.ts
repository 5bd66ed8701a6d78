import { pageCheck } from "../shared/define";

const LIMITS = { maxPercent: 10 };

export const lowTextHtmlRatio = pageCheck({
  id: "low_text_html_ratio",
  severity: "notice",
  category: "Headings and content",
  title: "The page is mostly code",
  rule: "Visible text is at most 10 % of the HTML's bytes.",
  thresholds: LIMITS,
  why: "Crawlers with a size limit may not reach the text.",
  fix: "Move inline styles, scripts and data out of the page.",
  on: "html",
  needsBody: true,
  test: ({ facts, bytes }) => {
    if (bytes === 0) return null;
    const percent = (100 * facts.text.bytes) / bytes;
    return percent <= LIMITS.maxPercent ? { found: `${percent.toFixed(1)}% text`, expected: "more than 10%" } : null;
  },
});
