import { charLength } from "../../../lib/text/text";
import { pageCheck } from "../shared/define";

const LIMITS = { maxCharacters: 70 };

export const h1TooLong = pageCheck({
  id: "h1_too_long",
  severity: "notice",
  category: "Headings and content",
  title: "The main heading is too long",
  rule: "An h1 of more than 70 characters.",
  thresholds: LIMITS,
  why: "A heading that long hides its subject.",
  fix: "Shorten it.",
  on: "html",
  test: ({ facts }) => {
    const long = facts.headings.filter(({ level, text }) => level === 1 && charLength(text) > LIMITS.maxCharacters);
    return long.length > 0
      ? {
          found: `${charLength(long[0]!.text)} characters: ${long[0]!.text.slice(0, 120)}`,
          expected: `at most ${LIMITS.maxCharacters} characters`,
          count: long.length,
        }
      : null;
  },
});
