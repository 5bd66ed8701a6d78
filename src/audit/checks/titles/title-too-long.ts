import { charLength } from "../../../lib/text/text";
import { textWidth } from "../shared/text-width";
import { pageCheck } from "../shared/define";

const LIMITS = { maxCharacters: 60, maxPixels: 561, maxCharactersAnyWidth: 70 };

export const titleTooLong = pageCheck({
  id: "title_too_long",
  severity: "warning",
  category: "Title",
  title: "The title is too long",
  rule: "Over 561 px (Arial 20 px) and over 60 characters, or over 70 characters.",
  thresholds: LIMITS,
  why: "Search results truncate it.",
  fix: "Shorten it to 60 characters, with the important words first.",
  on: "html",
  test: ({ title }) => {
    if (title === null) return null;
    const length = charLength(title);
    const pixels = textWidth(title);
    const tooLong =
      length > LIMITS.maxCharactersAnyWidth || (length > LIMITS.maxCharacters && pixels > LIMITS.maxPixels);
    return tooLong
      ? { found: `${length} characters, ${pixels} px`, expected: "at most 60 characters or 561 px" }
      : null;
  },
});
