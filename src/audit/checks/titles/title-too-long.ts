import { charLength } from "../../../lib/text/text";
import { lettersOf } from "../shared/text-letters";
import { textWidth } from "../shared/text-width";
import { pageCheck } from "../shared/define";

const LIMITS = { maxCharacters: 60, maxPixels: 561, maxCharactersAnyWidth: 70 };

export const titleTooLong = pageCheck({
  id: "title_too_long",
  severity: "warning",
  category: "Title",
  title: "The title is too long",
  rule: "Over 561 px (Arial 20 px) and over 60 characters, or over 70 characters. One of Chinese, Japanese or Korean counts as 3 of the 60; accents and vowel signs of their own are not counted among the 70.",
  thresholds: LIMITS,
  why: "Search results truncate it.",
  fix: "Shorten it to 60 characters, with the important words first.",
  on: "html",
  test: ({ title }) => {
    if (title === null) return null;
    const pixels = textWidth(title);
    const tooLong =
      charLength(title.replace(/\p{M}/gu, "")) > LIMITS.maxCharactersAnyWidth ||
      (pixels > LIMITS.maxPixels && lettersOf(title) > LIMITS.maxCharacters);
    return tooLong
      ? { found: `${charLength(title)} characters, ${pixels} px`, expected: "at most 60 characters or 561 px" }
      : null;
  },
});
