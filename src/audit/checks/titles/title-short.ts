import { charLength } from "../../../lib/text/text";
import { LETTERS_RULE, lettersOf } from "../shared/text-letters";
import { textWidth } from "../shared/text-width";
import { pageCheck } from "../shared/define";

const LIMITS = { minCharacters: 10, goodCharacters: 30, goodPixels: 200 };

export const titleShort = pageCheck({
  id: "title_short",
  severity: "notice",
  category: "Title",
  title: "The title is short",
  rule: `10 to 29 characters and under 200 px (Arial 20 px). ${LETTERS_RULE}`,
  thresholds: LIMITS,
  why: "A search result has room for more words that people search for.",
  fix: "Use 30 to 60 characters.",
  on: "html",
  test: ({ title }) => {
    if (title === null) return null;
    const letters = lettersOf(title);
    const short =
      letters >= LIMITS.minCharacters && letters < LIMITS.goodCharacters && textWidth(title) < LIMITS.goodPixels;
    return short
      ? {
          found: `${charLength(title)} characters, ${textWidth(title)} px: ${title}`,
          expected: "at least 30 characters or 200 px",
        }
      : null;
  },
});
