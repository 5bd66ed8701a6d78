import { isLanguageTag } from "../shared/languages";
import { pageCheck } from "../shared/define";

export const invalidHtmlLang = pageCheck({
  id: "invalid_html_lang",
  severity: "warning",
  category: "International",
  title: "The page's language code is invalid",
  rule: "An html lang that is not a language tag (BCP 47).",
  why: "Browsers, screen readers and search engines can't tell the language.",
  fix: "Use a code such as en or de-AT.",
  on: "html",
  test: ({ lang }) =>
    lang !== null && !isLanguageTag(lang)
      ? { found: lang.slice(0, 100), expected: "a language tag such as en or de-AT" }
      : null,
});
