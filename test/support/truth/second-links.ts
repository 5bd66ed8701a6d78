import { attribute, type Placed } from "./second-page.ts";

export interface SecondLink {
  href: string | null;
  name: string;
  nofollow: boolean;
  /** Absolute, without its fragment; null: it leads to no web address. */
  url: string | null;
  /** It stays on the page. */
  isFragment: boolean;
  /** On the site, and not a file such as an image. */
  isPage: boolean;
  isMalformed: boolean;
  isHidden: boolean;
  /** In code or a quotation. */
  isQuoted: boolean;
  /** Its text is the name of the document or place that it leads to. */
  isName: boolean;
}

/** Extensions of files that no audit takes for pages. */
const FILE =
  /\.(ai|apk|atom|avi|avif|bin|bmp|bz2|css|csv|dat|deb|dll|dmg|docx?|eot|epub|exe|flv|gif|gz|ico|iso|jpe?g|js|json|less|m4[av]|map|mid|mjs|mov|mp[34]|mpe?g|msi|od[pst]|og[gv]|opus|otf|pdf|pkg|png|pp[st]|pptx|psd|rar|rpm|rss|rtf|svgz?|swf|tar|tgz|tiff?|torrent|ttf|txt|wasm|wav|web[am]|webmanifest|webp|wm[av]|woff2?|xlsx?|xml|xz|zip|7z)$/i;

function nameIn(href: string): string {
  const [path = "", fragment = ""] = href.split("#");
  const file = /\.x?html?$/i.test(path)
    ? path
        .replace(/\.\w+$/, "")
        .split(/[/.]/)
        .at(-1)!
    : "";
  return (fragment || file).toLowerCase().replace(/[^\p{L}]/gu, "");
}

/** Elements of code and quotations. */
const QUOTED = new Set("code pre kbd samp tt listing xmp blockquote q".split(" "));

export function isFile(url: string): boolean {
  const name = new URL(url).pathname.split("/").at(-1)!;
  return name.lastIndexOf(".") > 0 && FILE.test(name);
}

export function linkOf(placed: Placed, name: string, isHidden: boolean, base: URL, page: URL): SecondLink | null {
  const { element } = placed;
  const href = attribute(element, "href")?.trim() ?? null;
  if (href === null && attribute(element, "onclick") === null) return null;
  const target = href === null ? null : URL.parse(href, base);
  const url = target && /^https?:$/.test(target.protocol) ? target.href.replace(/#.*$/, "") : null;
  const isFragment = href !== null && href.startsWith("#") && url === page.href.replace(/#.*$/, "");
  return {
    href,
    name,
    nofollow: (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/).includes("nofollow"),
    url,
    isFragment,
    isPage: url !== null && new URL(url).host === page.host && !isFragment && !isFile(url),
    isMalformed: href !== null && isMalformed(href, target),
    isHidden,
    isName: nameIn(href ?? "") === name.toLowerCase().replace(/[^\p{L}]/gu, ""),
    isQuoted: placed.ancestors.some(({ tagName }) => QUOTED.has(tagName)),
  };
}

function isMalformed(href: string, target: URL | null): boolean {
  if (target === null) return true;
  if (/^(javascript|data|mailto|tel):/i.test(href)) return false;
  const path = href.split(/[?#]/)[0]!;
  return (
    path.includes("\\") ||
    /^https?:\/(?!\/)/i.test(href) ||
    /^https?:\/\/https?:/i.test(href) ||
    /^(?:htp|htps|htt|hhttp|hhttps|ttp|ttps|httpp|htttp|httpss)s?:\/\//i.test(href) ||
    /^https?[;.]\/\//i.test(href)
  );
}
