import { ownText, type PageFacts } from "../../../web/html";
import { isGenericText } from "../shared/link-words";
import { primaryLanguage } from "../../../lib/text/primary-language";
import { listed } from "../shared/listed";
import { otherLanguageOf } from "../shared/text-language";
import { pageCheck } from "../shared/define";

/** The language of a page that declares none, if it is certainly not English. */
const languageOf = (text: PageFacts["text"]) => otherLanguageOf(text.main, "en", () => ownText(text));

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/**
 * Whether a link's text is the name of what it leads to, as in references: `Start` of `api/task.Start.html`, `#start` or
 * `#task:start`, which escapes may follow.
 */
function namesTarget(text: string, href: string): boolean {
  const [, place, file] = /#([^#]+)$|([^/.#?]+)\.x?html?$/i.exec(href) ?? [];
  const lastPart = place
    ?.replaceAll(/%[0-9a-f]{2}/gi, "")
    .split(/[.:/_]/)
    .at(-1);
  return [file, place, lastPart].some((name) => name !== undefined && lettersOf(name) === lettersOf(text));
}

/** Words that are names too: of a programming language, a first page, a section. */
const NAMES: ReadonlySet<string> = new Set(["go", "start", "information"]);

/** Whether the link's address says the same: `Go` of `/docs/go/` and `https://go.dev`. */
function namesPlace(text: string, url: string): boolean {
  const word = lettersOf(text);
  if (!NAMES.has(word)) return false;
  const { hostname, pathname } = new URL(url);
  const last = pathname
    .split("/")
    .findLast((segment) => segment !== "")
    ?.toLowerCase();
  return last === word || hostname.split(".").some((label) => label === word || label === `${word}lang`);
}

/** Menus in some languages call the home page `Start`. */
const namesHome = (text: string, url: string): boolean => lettersOf(text) === "start" && new URL(url).pathname === "/";

export const genericAnchorText = pageCheck({
  id: "generic_anchor_text",
  severity: "notice",
  category: "Links",
  title: "Links say nothing about their target",
  rule: "Link text such as click here, read more or learn more, in English or the page's language (48 languages; if the page declares none, that of its text, or any of them if the phrase is long). Links in code and quotations are left out, and names of documents, places in them and the home page, and words that the address has too.",
  why: "Link text tells crawlers what the target is about.",
  fix: "Describe the target in the link text.",
  on: "indexable",
  test: ({ links, lang, facts }) => {
    const language = lang === null ? languageOf(facts.text) : primaryLanguage(lang);
    const hits = links
      .filter(({ url, text, quoted }) => url !== null && !quoted && isGenericText(text, language))
      .filter(
        ({ url, href, text }) => !namesTarget(text, href ?? "") && !namesHome(text, url!) && !namesPlace(text, url!),
      )
      .map((link) => `${link.text}: ${link.href}`);
    return listed(hits, "links with generic text", "descriptive link text");
  },
});
