import { primaryLanguage } from "../../../lib/text/primary-language";
import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const hreflangConflicting = pageCheck({
  id: "hreflang_conflicting",
  severity: "warning",
  category: "International",
  title: "Alternates contradict each other",
  rule: "One code with two URLs, or one URL with two different languages.",
  why: "Search engines can't tell which one is right and may ignore both.",
  fix: "Give each language one URL, and each URL one language.",
  on: "html",
  test: ({ alternates }) => {
    const urls = new Map<string, string>();
    const languages = new Map<string, string>();
    const hits = new Set<string>();
    for (const { code, url } of alternates) {
      const name = code.toLowerCase();
      if (url === null) continue;
      if ((urls.get(name) ?? url) !== url) hits.add(`${code}: ${urls.get(name)} and ${url}`);
      urls.set(name, url);
      if (name === "x-default") continue;
      const language = primaryLanguage(name);
      if ((languages.get(url) ?? language) !== language) hits.add(`${url}: ${languages.get(url)} and ${language}`);
      languages.set(url, language);
    }
    return listed([...hits], "contradictions", "one URL per language");
  },
});
