import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { files } from "./sources.ts";

/** Hidden characters by property, by number or as they are: soft hyphen, zero width, direction marks, tags, selectors. */
const LISTED =
  /\\p\{\^?(?:Cf|DI|Default_Ignorable\w*|Bidi_C\w*)\}|\\u\{?(?:00ad|034f|061c|180[b-f]|200[b-f]|202[a-e]|20(?:6[0-9a-f])|fe0[0-9a-f]|e0[01][0-9a-f]{2})\b|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/i;

/** What is about other things than hiding. */
const OTHERS = [
  // Which characters belong to the one before them.
  "src/dashboard/pages/mentions/parts/highlight.ts",
  // Punctuation and white space between words, as ranges.
  "src/mentions/core/analysis/words/denial-phrases.ts",
  // How names are compared. A change makes every analysis anew.
  "src/mentions/core/analysis/words/fold.ts",
];

it("names the characters that hide in strangers' text once, in lib", () => {
  const texts = [...files("src"), ...files("cli")].filter((file) => !file.endsWith(".bin"));
  const lists = texts.filter((file) => LISTED.test(readFileSync(file, "utf8")));
  expect(lists.sort()).toEqual(["src/lib/text/strangers-text.ts", ...OTHERS].sort());
});
