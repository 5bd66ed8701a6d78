import { charLength } from "../../../lib/text/text";
import { LETTERS_RULE, lettersOf } from "../shared/text-letters";
import { pageCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { minCharacters: 70 };

export const metaDescriptionTooShort = pageCheck({
  id: "meta_description_too_short",
  severity: "notice",
  category: "Meta description",
  title: "The meta description is short",
  rule: `Fewer than 70 characters. ${LETTERS_RULE}`,
  thresholds: LIMITS,
  why: "The search result has room for more.",
  fix: "Extend it to 70 to 155 characters.",
  on: "html",
  test: ({ description }) => {
    if (description === null) return null;
    return lettersOf(description) < LIMITS.minCharacters
      ? { found: inNumber(charLength(description), "characters"), expected: "at least 70 characters" }
      : null;
  },
});
