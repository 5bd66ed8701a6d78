import { charLength } from "../../../lib/text/text";
import { LETTERS_RULE, lettersOf } from "../shared/text-letters";
import { textWidth } from "../shared/text-width";
import { pageCheck } from "../shared/define";

const LIMITS = { maxCharacters: 155, maxPixels: 985 };

export const metaDescriptionTooLong = pageCheck({
  id: "meta_description_too_long",
  severity: "notice",
  category: "Meta description",
  title: "The meta description is too long",
  rule: `Over 155 characters and over 985 px. ${LETTERS_RULE}`,
  thresholds: LIMITS,
  why: "Search results truncate it.",
  fix: "Shorten it to 155 characters.",
  on: "html",
  test: ({ description }) => {
    if (description === null) return null;
    const pixels = textWidth(description, 14);
    return pixels > LIMITS.maxPixels && lettersOf(description) > LIMITS.maxCharacters
      ? { found: `${charLength(description)} characters, ${pixels} px`, expected: "at most 155 characters" }
      : null;
  },
});
