import {
  attr,
  inSvg,
  isHidden,
  isHtml,
  nameOf,
  ownText,
  squeezed,
  textOf,
  within,
  type Dom,
  type Element,
} from "./dom.ts";

/** A page as the definitions see it. */
export interface Page {
  url: URL;
  dom: Dom;
  bytes: number;
  base: URL;
  /** Addresses of links, without fragments. */
  links: { url: URL; element: Element }[];
  canonical: URL | null;
  title: string;
  h1: string;
  description: string;
  text: string;
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Characters as the definitions count them: one of Chinese, Japanese or Korean is 3. */
const length = (text: string): number => Array.from(text).length;
export const size = (text: string): number => length(text) + 2 * (text.match(CJK)?.length ?? 0);
/** Words, an ideograph as half of one: 400 characters are 200 words. */
export const words = (text: string): number => {
  const cjk = text.match(CJK)?.length ?? 0;
  return (
    text
      .replaceAll(CJK, " ")
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length +
    cjk / 2
  );
};

const rels = (element: Element) => (attr(element, "rel") ?? "").toLowerCase().split(/\s+/);
export const parsed = (text: string | null, base: URL | string): URL | null => {
  try {
    return text === null ? null : new URL(text.trim(), base);
  } catch {
    return null;
  }
};

export function readPage(url: URL, dom: Dom, bytes: number): Page {
  const tags = (name: string) => dom.all.filter((each) => each.tagName === name && isHtml(each));
  const base =
    parsed(
      tags("base")
        .map((each) => attr(each, "href"))
        .find((each) => each !== null) ?? "",
      url,
    ) ?? url;
  const links = [...tags("a"), ...tags("area")].flatMap((element) => {
    const target = parsed(attr(element, "href"), base);
    if (attr(element, "href") === null || target === null || !/^https?:$/.test(target.protocol)) return [];
    target.hash = "";
    return [{ url: target, element }];
  });
  const canonicals = tags("link").filter((each) => rels(each).includes("canonical"));
  const inHead = canonicals.filter((each) => within(each, (up) => up.tagName === "head"));
  return {
    url,
    dom,
    bytes,
    base,
    links,
    canonical: parsed(inHead.map((each) => attr(each, "href")).find((each) => each) ?? null, base),
    title: squeezed(
      tags("title").map((each) =>
        "value" in (each.childNodes[0] ?? {}) ? (each.childNodes[0] as { value: string }).value : "",
      )[0] ?? "",
    ),
    h1:
      tags("h1")
        .map(ownText)
        .find((each) => each !== "") ?? "",
    description: squeezed(
      attr(
        tags("meta").find((each) => attr(each, "name")?.toLowerCase() === "description") ??
          ({ attrs: [] } as unknown as Element),
        "content",
      ) ?? "",
    ),
    text: dom.body ? squeezed(textOf(dom.body, (each) => attr(each, "hidden") !== null)) : "",
  };
}

const GENERIC = new Set(
  "click here|here|read more|more|learn more|details|link|this|this link|this page|more information|more info|continue|continue reading|go|tovább|itt|bővebben|εδώ|περισσότερα|διαβάστε περισσότερα|и|тут|далі|детальніше|читати далі|और पढ़ें|यहाँ|đọc thêm|đọc tiếp|xem thêm|tiếp|こちら|詳細|続きを読む|más|aquí|leer más|hier|mehr|weiterlesen|weiter|ici|lire la suite|en savoir plus|qui|leggi tutto|aqui|leia mais|saiba mais|więcej|czytaj więcej|tutaj|aici|citește mai mult|mai mult|ادامه|بیشتر|اینجا|kliknij tutaj|zobacz|dowiedz się więcej|zobacz więcej|läs mer|här|klicka här|mer|více|zde|číst dále|celý článek|více informací|여기|더 보기|자세히|자세히 보기|المزيد|هنا|اقرأ المزيد|devamını oku|devamı|tıklayın|buraya tıklayın|daha fazla|这里|更多|点击这里|查看更多|了解更多|阅读全文|查看详情|อ่านต่อ|ที่นี่|คลิกที่นี่|ดูเพิ่มเติม|อ่านเพิ่มเติม|więcej informacji".split(
    "|",
  ),
);

const QUOTED = new Set(["code", "pre", "samp", "kbd", "var", "tt", "blockquote", "q", "cite"]);
/** A link to a place on the page itself. */
const isPlace = (page: Page, each: Element): boolean => {
  const target = parsed(attr(each, "href"), page.base);
  return target !== null && target.hash !== "" && target.href.replace(/#.*/, "") === page.url.href;
};

type Rule = (page: Page, source: string) => boolean;
const tags = (page: Page, ...names: string[]) =>
  page.dom.all.filter((each) => names.includes(each.tagName) && isHtml(each));
const metas = (page: Page, name: string) =>
  tags(page, "meta").filter(
    (each) => (attr(each, "name") ?? attr(each, "property") ?? "").trim().toLowerCase() === name,
  );
const content = (page: Page, name: string) =>
  metas(page, name)
    .map((each) => squeezed(attr(each, "content") ?? ""))
    .find((each) => each !== "") ?? "";
const robots = (page: Page) =>
  [...metas(page, "robots"), ...metas(page, "googlebot")]
    .flatMap((each) => (attr(each, "content") ?? "").toLowerCase().split(","))
    .map((each) => each.trim());
const links = (page: Page, rel: string) => tags(page, "link").filter((each) => rels(each).includes(rel));
const outside = (each: Element) => !within(each, (up) => up.tagName === "head");
const images = (page: Page) => tags(page, "img");
const href = (each: Element) => (attr(each, "href") ?? "").trim();
const headings = (page: Page) => page.dom.all.filter((each) => isHtml(each) && /^h[1-6]$/.test(each.tagName));
const jsonLd = (page: Page): unknown[] =>
  tags(page, "script")
    .filter((each) => /^application\/ld\+json/i.test(attr(each, "type") ?? ""))
    .map((each) => {
      try {
        return JSON.parse((each.childNodes[0] as { value?: string })?.value ?? "") as unknown;
      } catch {
        return undefined;
      }
    });
const fields = (page: Page) =>
  tags(page, "input", "select", "textarea").filter(
    (each) => !/^(?:hidden|submit|button|reset|image)$/i.test(attr(each, "type") ?? "") && !isHidden(each),
  );
const labelled = (page: Page, each: Element) =>
  ["aria-label", "aria-labelledby", "title", "placeholder"].some((name) => (attr(each, name) ?? "").trim() !== "") ||
  within(each, (up) => up.tagName === "label") ||
  (attr(each, "id") !== null && tags(page, "label").some((label) => attr(label, "for") === attr(each, "id")));
const ids = (page: Page) => {
  const counts = new Map<string, number>();
  for (const each of page.dom.all) {
    const id = attr(each, "id");
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};
const preview = (page: Page) =>
  content(page, "og:image") ||
  content(page, "og:image:url") ||
  content(page, "og:image:secure_url") ||
  content(page, "twitter:image");
const viewport = (page: Page) => content(page, "viewport").toLowerCase();
const alternates = (page: Page) =>
  links(page, "alternate").filter(
    (each) =>
      attr(each, "hreflang") !== null && href(each) !== "" && !/rss|atom|json|pdf/i.test(attr(each, "type") ?? ""),
  );
const plainText = (page: Page) => page.dom.all.every((each) => each.tagName !== "frameset");

/** Every check that one page decides, by its definition in docs/checks.md. */
export const PAGE_RULES: Record<string, Rule> = {
  noindex_page: (page) => robots(page).some((each) => each === "noindex" || each === "none"),
  nofollow_page: (page) => robots(page).includes("nofollow") && !robots(page).some((each) => each === "noindex"),
  conflicting_robots_directives: (page) => {
    const all = robots(page);
    return (all.includes("index") && all.includes("noindex")) || (all.includes("follow") && all.includes("nofollow"));
  },
  snippet_restricted: (page) =>
    robots(page).some((each) => /^(?:nosnippet|max-snippet\s*:\s*0|noimageindex)$/.test(each)),
  metas_in_body: (page) =>
    [
      ...tags(page, "title"),
      ...metas(page, "robots"),
      ...links(page, "canonical"),
      ...alternates(page),
      ...tags(page, "meta").filter((each) => /^og:/i.test(attr(each, "property") ?? "")),
    ].some(outside),
  missing_title: (page) => page.title === "",
  title_too_short: (page) => page.title !== "" && size(page.title) < 10,
  multiple_titles: (page) => tags(page, "title").length > 1,
  title_same_as_h1: (page) => page.title !== "" && page.title.toLowerCase() === page.h1.toLowerCase(),
  missing_meta_description: (page) => page.description === "",
  meta_description_too_short: (page) => page.description !== "" && size(page.description) < 70,
  multiple_meta_descriptions: (page) => metas(page, "description").length > 1,
  missing_h1: (page) => page.h1 === "",
  multiple_h1: (page) => tags(page, "h1").length > 1,
  h1_too_long: (page) => tags(page, "h1").some((each) => length(ownText(each)) > 70),
  heading_order_skipped: (page) =>
    headings(page).some((each, i, all) => i > 0 && Number(each.tagName[1]) > Number(all[i - 1]!.tagName[1]) + 1),
  empty_page: (page) => plainText(page) && size(page.text) < 50,
  dead_end_page: (page) => page.links.every(({ url }) => url.href === page.url.href) && plainText(page),
  too_many_links: (page) => page.links.length > 3_000,
  empty_anchor_text: (page) =>
    tags(page, "a").some(
      (each) =>
        attr(each, "href") !== null &&
        nameOf(each) === "" &&
        !isHidden(each) &&
        !isPlace(page, each) &&
        !within(each, (up) => attr(up, "aria-hidden") === "true") &&
        attr(each, "aria-hidden") !== "true" &&
        !squeezed(attr(each, "aria-labelledby") ?? ""),
    ),
  generic_anchor_text: (page) =>
    tags(page, "a").some(
      (each) =>
        attr(each, "href") !== null &&
        !isPlace(page, each) &&
        !within(each, (up) => QUOTED.has(up.tagName)) &&
        GENERIC.has(
          ownText(each)
            .toLowerCase()
            .replaceAll(/[\s.…»>→:!]+$/gu, ""),
        ),
    ),
  uncrawlable_link: (page) =>
    tags(page, "a").some(
      (each) =>
        (attr(each, "onclick") !== null && attr(each, "href") === null) || /^(?:javascript|file):/i.test(href(each)),
    ),
  malformed_link: (page) =>
    tags(page, "a").some(
      (each) =>
        href(each) !== "" &&
        (parsed(attr(each, "href"), page.base) === null ||
          /^[^?#]*\\/.test(href(each)) ||
          /^https?:\/\/https?:/i.test(href(each)) ||
          /^(?:htp|htps|htttp|http|https)(?::?\/(?!\/)|;|:[^/])/i.test(href(each))),
    ),
  link_to_private_host: (page) =>
    page.links.some(({ url }) =>
      /^(?:localhost|127\..*|10\.\d.*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*)$|\.local$/.test(url.hostname),
    ),
  internal_nofollow_link: (page) =>
    page.links.some(({ url, element }) => url.origin === page.url.origin && rels(element).includes("nofollow")),
  http_link_on_https: (page) => page.links.some(({ url }) => url.protocol === "http:" && url.host === page.url.host),
  url_tracking_params_internal: (page) =>
    page.links.some(({ url }) => url.host === page.url.host && /[?&](?:utm_|gclid|fbclid|msclkid)/.test(url.search)),
  missing_canonical: (page) => links(page, "canonical").length === 0,
  multiple_canonicals: (page) =>
    new Set(
      links(page, "canonical")
        .filter((each) => !outside(each))
        .map((each) => parsed(href(each), page.base)?.href),
    ).size > 1,
  canonical_invalid: (page) =>
    links(page, "canonical").some(
      (each) => !outside(each) && href(each) !== "" && !/^https?:$/.test(parsed(href(each), page.base)?.protocol ?? ""),
    ),
  canonical_relative: (page) =>
    links(page, "canonical").some(
      (each) => !outside(each) && href(each) !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(href(each)),
    ),
  canonical_in_body: (page) => links(page, "canonical").some(outside),
  canonical_to_homepage: (page) =>
    page.canonical !== null &&
    page.canonical.origin === page.url.origin &&
    page.canonical.pathname === "/" &&
    page.canonical.search === "" &&
    page.url.pathname !== "/" &&
    page.url.pathname !== "/index.html",
  canonical_http_on_https: (page) => page.canonical?.protocol === "http:",
  canonical_has_fragment: (page) => (page.canonical?.hash ?? "") !== "",
  canonical_cross_domain: (page) =>
    page.canonical !== null &&
    page.canonical.protocol.startsWith("http") &&
    page.canonical.hostname.split(".").slice(-2).join(".") !== page.url.hostname.split(".").slice(-2).join("."),
  canonicalised_page: (page) =>
    page.canonical !== null &&
    page.canonical.protocol.startsWith("http") &&
    page.canonical.href.replace(/#.*/, "") !== page.url.href,
  hreflang_relative_url: (page) => alternates(page).some((each) => !/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(href(each))),
  hreflang_missing_self: (page) =>
    alternates(page).length > 0 &&
    alternates(page).every((each) => parsed(href(each), page.base)?.href.replace(/#.*/, "") !== page.url.href),
  hreflang_missing_x_default: (page) =>
    alternates(page).length > 1 &&
    alternates(page).every((each) => attr(each, "hreflang")?.toLowerCase() !== "x-default"),
  hreflang_invalid_code: (page) =>
    alternates(page).some(
      (each) => !/^(?:x-default|[a-z]{2}(?:-[a-z]{4})?(?:-[a-z]{2})?)$/i.test((attr(each, "hreflang") ?? "").trim()),
    ),
  missing_html_lang: (page) =>
    !squeezed(attr(page.dom.html!, "lang") ?? "") && attr(page.dom.html!, "xml:lang") === null,
  invalid_html_lang: (page) =>
    !!attr(page.dom.html!, "lang") && !/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(attr(page.dom.html!, "lang")!.trim()),
  image_missing_alt: (page) =>
    images(page).some(
      (each) =>
        attr(each, "alt") === null &&
        !/^(?:presentation|none)$/.test(attr(each, "role") ?? "") &&
        attr(each, "aria-hidden") !== "true" &&
        !isHidden(each),
    ),
  image_alt_too_long: (page) => images(page).some((each) => length(squeezed(attr(each, "alt") ?? "")) > 100),
  image_missing_dimensions: (page) =>
    images(page).some(
      (each) =>
        (attr(each, "width") === null || attr(each, "height") === null) &&
        !/aspect-ratio|(?:^|;)\s*(?:width|height|inline-size|block-size)\s*:/i.test(attr(each, "style") ?? ""),
    ),
  structured_data_invalid_json: (page) => jsonLd(page).includes(undefined),
  structured_data_missing: (page) =>
    jsonLd(page).length === 0 &&
    page.dom.all.every(
      (each) => attr(each, "itemscope") === null && attr(each, "typeof") === null && attr(each, "vocab") === null,
    ),
  missing_open_graph: (page) => content(page, "og:title") === "" && content(page, "og:image") === "",
  og_title_missing: (page) =>
    content(page, "og:title") === "" &&
    tags(page, "meta").some((each) => /^og:/i.test(attr(each, "property") ?? attr(each, "name") ?? "")),
  og_description_missing: (page) =>
    content(page, "og:description") === "" &&
    tags(page, "meta").some((each) => /^og:/i.test(attr(each, "property") ?? attr(each, "name") ?? "")),
  og_image_missing: (page) => preview(page) === "",
  og_image_not_absolute: (page) => preview(page) !== "" && !/^https:\/\//i.test(preview(page)),
  og_url_mismatch: (page) =>
    content(page, "og:url") !== "" &&
    page.canonical !== null &&
    parsed(content(page, "og:url"), page.base)?.href !== page.canonical.href,
  twitter_card_missing: (page) => content(page, "twitter:card") === "",
  twitter_card_invalid: (page) =>
    content(page, "twitter:card") !== "" &&
    !/^(?:summary|summary_large_image|app|player)$/.test(content(page, "twitter:card")),
  html_large: (page) => page.bytes > 1_000_000 && page.bytes <= 2_097_152,
  html_over_limit: (page) => page.bytes > 2_097_152,
  dom_too_large: (page) => page.dom.all.length > 1_500,
  mixed_content: (page) =>
    [
      ...tags(page, "script", "img", "iframe", "frame", "source", "video", "audio", "embed").map((each) =>
        attr(each, "src"),
      ),
      ...links(page, "stylesheet").map((each) => attr(each, "href")),
      ...tags(page, "object").map((each) => attr(each, "data")),
      ...tags(page, "form").map((each) => attr(each, "action")),
    ].some((each) => parsed(each, page.base)?.protocol === "http:" && each !== null),
  url_too_long: ({ url }) => (url.pathname + url.search).length > 200,
  url_uppercase: ({ url }) => /[A-Z]/.test(url.pathname.replaceAll(/%[0-9a-f]{2}/gi, "")),
  url_underscore: ({ url }) => url.pathname.includes("_"),
  url_space: ({ url }) => /%20|\+| /.test(url.pathname),
  url_non_ascii: ({ url }) => /%[89a-f][0-9a-f]/i.test(url.pathname),
  url_multiple_slashes: ({ url }) => url.pathname.includes("//"),
  url_repetitive_path: ({ url }) => {
    const parts = url.pathname.split("/").filter(Boolean);
    return parts.some((part) => parts.filter((each) => each === part).length > 2);
  },
  missing_viewport: (page) => metas(page, "viewport").length === 0,
  viewport_no_width: (page) =>
    metas(page, "viewport").length > 0 && !/width\s*=\s*device-width|initial-scale/.test(viewport(page)),
  missing_charset: (_page, source) =>
    !/^<\?xml[^>]*\sencoding\s*=/i.test(source) &&
    !/<meta[^>]+charset\s*=\s*["']?\s*[\w-]/i.test(source.slice(0, 1_024)) &&
    !source.startsWith("\xef\xbb\xbf"),
  missing_doctype: (page) => !page.dom.doctype,
  duplicate_element_ids: (page) => [...ids(page).values()].some((count) => count > 1),
  frames_used: (page) =>
    tags(page, "frame", "frameset").length > 0 ||
    tags(page, "embed", "applet").some((each) => /flash|java|silverlight/i.test(attr(each, "type") ?? "")),
  missing_main_landmark: (page) =>
    page.dom.all.every((each) => each.tagName !== "main" && !(attr(each, "role") ?? "").split(/\s+/).includes("main")),
  form_field_without_label: (page) => fields(page).some((each) => !labelled(page, each)),
  empty_button: (page) =>
    [
      ...tags(page, "button").filter((each) => nameOf(each) === "" && !attr(each, "aria-labelledby")),
      ...tags(page, "input")
        .filter(
          (each) =>
            (/^button$/i.test(attr(each, "type") ?? "") && !(attr(each, "value") ?? "").trim()) ||
            (/^image$/i.test(attr(each, "type") ?? "") && !(attr(each, "alt") ?? "").trim()),
        )
        .filter((each) => !attr(each, "aria-label") && !attr(each, "title")),
    ].some((each) => !isHidden(each)),
  empty_heading: (page) =>
    headings(page).some((each) => nameOf(each) === "" && !attr(each, "aria-labelledby") && !isHidden(each)),
  frame_without_title: (page) =>
    tags(page, "iframe", "frame").some(
      (each) =>
        !squeezed(attr(each, "title") ?? "") &&
        !squeezed(attr(each, "aria-label") ?? "") &&
        !isHidden(each) &&
        attr(each, "width") !== "1" &&
        attr(each, "width") !== "0",
    ),
  positive_tabindex: (page) => page.dom.all.some((each) => Number(attr(each, "tabindex")) > 0),
  ambiguous_label_target: (page) => {
    const counts = ids(page);
    return page.dom.all.some(
      (each) =>
        !inSvg(each) &&
        [
          ...(each.tagName === "label" ? [attr(each, "for")] : []),
          ...(attr(each, "aria-labelledby") ?? "").split(/\s+/),
          ...(attr(each, "aria-describedby") ?? "").split(/\s+/),
        ].some((id) => !!id && (counts.get(id) ?? 0) > 1),
    );
  },
  viewport_blocks_zoom: (page) =>
    /user-scalable\s*=\s*(?:no|0)\b/.test(viewport(page)) ||
    Number(/maximum-scale\s*=\s*([\d.]+)/.exec(viewport(page))?.[1] ?? 9) < 2,
};
