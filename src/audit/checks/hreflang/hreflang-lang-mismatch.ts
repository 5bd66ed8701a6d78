import { primaryLanguage } from "../../../lib/text/primary-language";
import { pageCheck } from "../shared/define";

export const hreflangLangMismatch = pageCheck({
  id: "hreflang_lang_mismatch",
  severity: "notice",
  category: "International",
  title: "html lang and hreflang differ",
  rule: "The primary language of html lang differs from the page's own hreflang.",
  why: "The page declares two languages.",
  fix: "Set both to the language of the text.",
  on: "html",
  test: ({ lang, alternates, url }) => {
    const own = alternates.find((alternate) => alternate.url === url && alternate.code.toLowerCase() !== "x-default");
    if (!own || lang === null) return null;
    const [said, listed] = [primaryLanguage(lang), primaryLanguage(own.code)];
    return said === listed
      ? null
      : { found: `html lang is ${lang}, hreflang ${own.code}`, expected: "the same language" };
  },
});
