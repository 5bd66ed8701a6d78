import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

const MISSPELT_SCHEME = /^(?:(?:h?t+ps?|ht+p+s?|hhttps?|https?s|https?\.|https?;|ttps?):?|https?:{2,})\/\//i;
const WEB = /^https?:\/\//i;
/** A backslash means nothing in other schemes. One letter is a drive, as in `C:\walks`. */
const OTHER_SCHEME = /^(?!h?t+ps?:|file:)[a-z][a-z\d+.-]+:/i;

function isMisspelt(href: string): boolean {
  // Fast path: most links are plain paths.
  if (!href.includes("//") && !href.includes(":/") && !href.includes("\\")) return false;
  if (href.startsWith("/") || href.startsWith("#")) return href.includes("\\") && /^[^?#]*\\/.test(href);
  if (/^(?:javascript|data|mailto|tel):/i.test(href)) return false;
  if (/^[^?#]*\\/.test(href)) return !OTHER_SCHEME.test(href);
  return (
    (!WEB.test(href) && MISSPELT_SCHEME.test(href)) ||
    /^https?:\/(?!\/)/i.test(href) ||
    /^https?:\/\/https?:/i.test(href)
  );
}

export const malformedLink = pageCheck({
  id: "malformed_link",
  severity: "warning",
  category: "Links",
  title: "Links are malformed",
  rule: "An href that can't be parsed, has a backslash before its query, or a misspelled scheme such as htp://.",
  why: "Browsers guess the right address, but crawlers do not follow the link.",
  fix: "Correct the addresses.",
  on: "html",
  test: ({ links }) => {
    const hits = links
      .filter((link) => link.href !== null && (link.kind === "invalid" || isMisspelt(link.href)))
      .map((link) => link.href!.slice(0, 200));
    return listed(hits, "malformed links", "correct addresses");
  },
});
