import { charLength } from "../../../lib/text";
import { pageCheck } from "../define";

const LIMITS = { maxCharacters: 70 };

export const h1TooLong = pageCheck({
  id: "h1_too_long",
  severity: "notice",
  weight: 1,
  category: "Headings and content",
  title: "The main heading is too long",
  rule: "An h1 of more than 70 characters.",
  thresholds: LIMITS,
  why: "A heading that long hides its subject.",
  fix: "Shorten it.",
  on: "html",
  test: ({ h1 }) =>
    h1 !== null && charLength(h1) > LIMITS.maxCharacters
      ? {
          found: `${charLength(h1)} characters: ${h1.slice(0, 120)}`,
          expected: `at most ${LIMITS.maxCharacters} characters`,
        }
      : null,
});
