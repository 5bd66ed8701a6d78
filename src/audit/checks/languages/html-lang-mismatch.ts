import { ownText } from "../../../web/html";
import { primaryLanguage } from "../../../lib/text/primary-language";
import { isLanguageTag } from "../shared/languages";
import { otherLanguageOf } from "../shared/text-language";
import { pageCheck } from "../shared/define";

export const htmlLangMismatch = pageCheck({
  id: "html_lang_mismatch",
  severity: "warning",
  category: "International",
  title: "The text is not in the declared language",
  rule: "The main text has at least 300 letters and is written in a different script than html lang implies, or consists of sentences with the frequent words of another language: at least 6 different ones, 14 % of all words. Code, quotations, names and addresses are left out.",
  why: "Search engines offer the page to the wrong readers, and screen readers pronounce it wrongly.",
  fix: "Set lang to the language of the text, and set lang on quotations in other languages.",
  on: "indexable",
  test: ({ lang, facts }) => {
    if (lang === null || !isLanguageTag(lang)) return null;
    const other = otherLanguageOf(facts.text.main, primaryLanguage(lang), () => ownText(facts.text));
    return other === null
      ? null
      : { found: `html lang is ${lang}, the text reads like ${other}`, expected: "the language of the text" };
  },
});
