import { declaration, longPart } from "../unseen/texts.ts";

const CONFIG = `SITENAME = "Довідник"
SITEURL = ""
AUTHOR = "Редакція"
PATH = "content"
TIMEZONE = "UTC"
DEFAULT_LANG = "uk"
DEFAULT_PAGINATION = 6
RELATIVE_URLS = True
LOCALE = ("C.UTF-8",)
FEED_ALL_ATOM = None
CATEGORY_FEED_ATOM = None
TRANSLATION_FEED_ATOM = None
AUTHOR_FEED_ATOM = None
AUTHOR_FEED_RSS = None
LINKS = (("Pelican", "https://getpelican.com/"),)
`;

/** Files of the guide: 20 articles in Ukrainian, 12 of them translated into Hebrew, and a page. */
export function guideFiles(): Map<string, string> {
  const articles = (code: string, lang: string, count: number) => {
    const text = declaration(code);
    return Array.from({ length: count }, (_, i): [string, string] => {
      const { title, paragraphs } = longPart(text, i, 3 + (i % 5));
      const summary = i % 4 === 0 ? `Summary: ${paragraphs[0]!.slice(0, 110)}\n` : "";
      const head = `Title: ${title}\nDate: 2026-02-${10 + (i % 18)}\nCategory: розділ-${i % 3}\nTags: право, тема-${i % 4}\nSlug: part-${i}\nLang: ${lang}\n${summary}`;
      const body = paragraphs.map((each, at) => (at % 3 === 1 ? `### ${title} ${at}\n\n${each}` : each)).join("\n\n");
      return [
        `content/part-${i}-${lang}.md`,
        `${head}\n${body}\n\n${i % 5 === 0 ? `![](images/${i}.png)\n\n` : ""}[тут]({filename}/part-${(i + 1) % 12}-uk.md)\n`,
      ];
    });
  };
  const about = `Title: Про нас\nSlug: about\n\n${declaration("ukr").parts[0]!.paragraphs.join("\n\n")}\n`;
  return new Map([
    ...articles("ukr", "uk", 20),
    ...articles("heb", "he", 12),
    ["content/pages/about.md", about],
    ["pelicanconf.py", CONFIG],
  ]);
}
