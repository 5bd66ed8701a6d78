import { charLength } from "../../../lib/text/text";
import { textWidth } from "../shared/text-width";
import { pageCheck } from "../shared/define";

const LIMITS = { minCharacters: 10, goodCharacters: 30, goodPixels: 200 };

export const titleShort = pageCheck({
  id: "title_short",
  severity: "notice",
  category: "Title",
  title: "The title is short",
  rule: "10 to 29 characters and under 200 px (Arial 20 px).",
  thresholds: LIMITS,
  why: "A search result has room for more words that people search for.",
  fix: "Use 30 to 60 characters.",
  on: "html",
  test: ({ title }) => {
    if (title === null) return null;
    const length = charLength(title);
    const short =
      length >= LIMITS.minCharacters && length < LIMITS.goodCharacters && textWidth(title) < LIMITS.goodPixels;
    return short
      ? {
          found: `${length} characters, ${textWidth(title)} px: ${title}`,
          expected: "at least 30 characters or 200 px",
        }
      : null;
  },
});
