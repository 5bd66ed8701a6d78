import { pageCheck } from "../shared/define";

export const missingHtmlLang = pageCheck({
  id: "missing_html_lang",
  severity: "notice",
  category: "International",
  title: "The page does not declare its language",
  rule: "The html element has no lang.",
  why: "Search engines and assistants must guess the language.",
  fix: 'Add lang to the html element, for example lang="en".',
  on: "html",
  test: ({ lang }) => (lang === null ? { found: "no lang", expected: "a language code on html" } : null),
});
