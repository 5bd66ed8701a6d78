import { isGenericText } from "../shared/link-words";
import { primaryLanguage } from "../../../lib/text/primary-language";
import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

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

/** Menus in some languages call the home page `Start`. */
const namesHome = (text: string, url: string): boolean => lettersOf(text) === "start" && new URL(url).pathname === "/";

export const genericAnchorText = pageCheck({
  id: "generic_anchor_text",
  severity: "notice",
  category: "Links",
  title: "Links say nothing about their target",
  rule: "Link text such as click here, read more or learn more, in English or the page's language (37 languages; any of them if the page declares none). Links in code and quotations are left out, and names of documents, places in them and the home page.",
  why: "Link text tells crawlers what the target is about.",
  fix: "Describe the target in the link text.",
  on: "indexable",
  test: ({ links, lang }) => {
    const language = lang === null ? null : primaryLanguage(lang);
    const hits = links
      .filter(({ url, text, quoted }) => url !== null && !quoted && isGenericText(text, language))
      .filter(({ url, href, text }) => !namesTarget(text, href ?? "") && !namesHome(text, url!))
      .map((link) => `${link.text}: ${link.href}`);
    return listed(hits, "links with generic text", "descriptive link text");
  },
});
