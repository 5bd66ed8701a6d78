import { charLength } from "../../../lib/text/text";
import { LETTERS_RULE, lettersOf } from "../shared/text-letters";
import { pageCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { minCharacters: 10 };

export const titleTooShort = pageCheck({
  id: "title_too_short",
  severity: "warning",
  category: "Title",
  title: "The title is too short",
  rule: `Fewer than 10 characters. ${LETTERS_RULE}`,
  thresholds: LIMITS,
  why: "A title this short says little about the page.",
  fix: "Say in the title what the page is about, in 30 to 60 characters.",
  on: "html",
  test: ({ title }) => {
    if (title === null) return null;
    return lettersOf(title) < LIMITS.minCharacters
      ? { found: `${inNumber(charLength(title), "characters")}: ${title}`, expected: "at least 10 characters" }
      : null;
  },
});
