import { attribute, folded, inHead, inTemplate, type Placed, type SecondPage } from "./second-page.ts";
import { accessibilityIssues, isHidden } from "./second-accessibility.ts";
import { linkOf, type SecondLink } from "./second-links.ts";

/** A page as the second audit sees it. */
export interface Seen {
  page: SecondPage;
  url: URL;
  bytes: number;
  contentType: string;
  /** The first 1,024 bytes, one character per byte. */
  head: string;
}

export interface SecondFacts {
  ids: Set<string>;
  links: SecondLink[];
  title: string;
  description: string;
  h1: string;
  mainText: string;
  canonical: string | null;
  indexable: boolean;
}

const length = (text: string) => Array.from(text).length;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\u{20000}-\u{3ffff}]/gu;
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f]/gu;

/** Words of a text: what stands between spaces and has a letter, two CJK characters, five of Thai, Lao, Khmer or Burmese. */
export function wordsIn(text: string): number {
  const spaced = text.replace(CJK, " ").replace(UNSPACED, " ");
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return spaced.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run)).length + count(CJK) / 2 + count(UNSPACED) / 5;
}

const GENERIC = new Set(
  "click here|click this|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this".split(
    "|",
  ),
);

/** Judges one page by the rules in docs/checks.md. */
export function secondFacts(seen: Seen): SecondFacts {
  const { page, url, bytes } = seen;
  const ids = new Set<string>();
  const mark = (id: string, found: boolean) => void (found && ids.add(id));
  const base = page
    .named("base")
    .map(({ element }) => attribute(element, "href"))
    .find((href) => href?.trim());
  const against = new URL(base ?? url.href, url);
  const links = page
    .named("a", "area")
    .filter((each) => each.written && !inTemplate(each))
    .flatMap((each) => linkOf(each, page.nameOf(each), isHidden(each), against, url) ?? []);
  const titles = page.named("title").filter((each) => !inTemplate(each));
  const title = titles.map((each) => folded(textIn(each))).find(Boolean) ?? "";
  const descriptions = page.metas("description").map(folded);
  const description = descriptions.find(Boolean) ?? "";
  const headings = page
    .named("h1", "h2", "h3", "h4", "h5", "h6")
    .filter((each) => !inTemplate(each) && !each.ancestors.some(({ tagName }) => tagName === "noscript"));
  const h1s = headings.filter(({ element }) => element.tagName === "h1").map((each) => page.textOf(each));
  const h1 = h1s.find(Boolean) ?? "";
  const relations = page.named("link").filter((each) => !inTemplate(each) && attribute(each.element, "href") !== null);
  const withRel = (name: string) => relations.filter(({ element }) => rels(element).includes(name));
  const canonicals = withRel("canonical").map(({ element, ancestors, written }) => ({
    element,
    ancestors,
    written,
    href: attribute(element, "href")!.trim(),
  }));
  const canonical =
    canonicals
      .filter(inHead)
      .map(({ href }) => absolute(href, against))
      .find((each) => each !== null) ?? null;
  const robots = [...page.metas("robots"), ...page.metas("googlebot")]
    .join(",")
    .toLowerCase()
    .split(/[\s,]+/);
  const noindex = robots.includes("noindex") || robots.includes("none");
  const isFrameset = page.named("frameset").length > 0;
  const indexable = !noindex && !isFrameset && (canonical === null || canonical === withoutHash(url));
  const mainText = page.text("main");
  const allText = page.text("all");
  const whole = page.named("frameset").length === 0;

  mark("missing_title", title === "");
  mark("title_too_short", title !== "" && length(title) < 10);
  mark("multiple_titles", titles.length > 1);
  mark("title_same_as_h1", title !== "" && h1 !== "" && title.toLowerCase() === h1.toLowerCase());
  mark("missing_meta_description", description === "");
  mark("meta_description_too_short", description !== "" && length(description) < 70);
  mark("multiple_meta_descriptions", descriptions.length > 1);
  mark("missing_h1", whole && h1 === "");
  mark("multiple_h1", h1s.length > 1);
  mark(
    "h1_too_long",
    h1s.some((text) => length(text) > 70),
  );
  const levels = headings.map(({ element }) => Number(element.tagName[1]));
  mark(
    "heading_order_skipped",
    levels.some((level, i) => i > 0 && level > levels[i - 1]! + 1),
  );
  mark(
    "missing_main_landmark",
    whole &&
      !page.all.some(
        (each) => !inTemplate(each) && (each.element.tagName === "main" || attribute(each.element, "role") === "main"),
      ),
  );
  mark("thin_content", whole && indexable && wordsIn(mainText) < 200);
  mark("empty_page", whole && allText.length < 50);
  mark("low_text_html_ratio", whole && bytes > 0 && Buffer.byteLength(allText) / bytes <= 0.1);
  mark("missing_canonical", indexable && canonicals.length === 0);
  mark(
    "canonical_relative",
    canonicals.some(({ href }) => href !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(href)),
  );
  mark(
    "canonical_in_body",
    canonicals.some((each) => !inHead(each)),
  );
  mark("multiple_canonicals", new Set(canonicals.map(({ href }) => absolute(href, against) ?? href)).size > 1);
  mark(
    "canonical_has_fragment",
    canonicals.some(({ href }) => href.includes("#")),
  );
  mark("canonicalised_page", canonical !== null && canonical !== withoutHash(url));
  mark("noindex_page", noindex);
  mark("nofollow_page", indexable && (robots.includes("nofollow") || robots.includes("none")));
  language(seen, mark);
  linkIssues(links, indexable, whole, url, mark);
  imageIssues(page, mark);
  accessibilityIssues(page, mark);
  dataIssues(page, indexable, mark);
  addressIssues(url, indexable, mark);
  mark("html_large", bytes > 1_000_000 && bytes <= 2_097_152);
  mark("html_over_limit", bytes > 2_097_152);
  mark("dom_too_large", page.all.length > 1_500);
  const viewport = page.metas("viewport")[0];
  mark("missing_viewport", viewport === undefined);
  mark("viewport_no_width", viewport !== undefined && !/width\s*=\s*device-width|initial-scale\s*=/i.test(viewport));
  mark("missing_doctype", !page.doctype);
  const written = page.all.filter((each) => each.written && !inTemplate(each));
  const known = written.map(({ element }) => attribute(element, "id")).filter(Boolean);
  mark("duplicate_element_ids", new Set(known).size < known.length);
  mark("frames_used", page.named("frame", "frameset").length > 0 || page.named("object", "embed").some(isPlugin));
  return { ids, links, title, description, h1, mainText, canonical, indexable };
}

const rels = (element: Placed["element"]) => (attribute(element, "rel") ?? "").toLowerCase().split(/\s+/);
const textIn = ({ element }: Placed) => element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
const withoutHash = (url: URL) => url.href.replace(/#.*$/, "");

function absolute(href: string, base: URL): string | null {
  const url = URL.parse(href, base);
  return url && /^https?:$/.test(url.protocol) ? withoutHash(url) : null;
}

type Mark = (id: string, found: boolean) => void;

function language({ page, contentType, head }: Seen, mark: Mark): void {
  const html = page.first("html");
  const lang = (html && attribute(html, "lang"))?.trim() ?? "";
  mark("missing_html_lang", lang === "");
  mark("invalid_html_lang", lang !== "" && !isTag(lang));
  const declared =
    /<meta[^>]+charset\s*=|^<\?xml[^>]*\sencoding\s*=/i.test(head) || /^\xef\xbb\xbf|^\xfe\xff|^\xff\xfe/.test(head);
  mark("missing_charset", !declared && !/charset=/i.test(contentType));
}

function isTag(lang: string): boolean {
  try {
    return new Intl.Locale(lang).language.length <= 3;
  } catch {
    return /^(x|i)-/i.test(lang);
  }
}

function linkIssues(links: SecondLink[], indexable: boolean, whole: boolean, url: URL, mark: Mark): void {
  const web = links.filter((link) => link.url !== null);
  mark("dead_end_page", indexable && whole && !web.some((link) => link.url !== withoutHash(url)));
  mark("too_many_links", links.length > 3_000);
  mark("empty_anchor_text", indexable && web.some((link) => link.name === "" && !link.isFragment && !link.isHidden));
  mark(
    "generic_anchor_text",
    indexable &&
      web.some((link) => !link.isFragment && !link.isQuoted && !link.isName && GENERIC.has(link.name.toLowerCase())),
  );
  mark("internal_nofollow_link", indexable && links.some((link) => link.isPage && link.nofollow));
  mark(
    "uncrawlable_link",
    links.some((link) => link.href === null || /^(javascript|file):/i.test(link.href)),
  );
  mark(
    "malformed_link",
    links.some((link) => link.isMalformed),
  );
  mark(
    "hash_routing_links",
    links.some((link) => /^\/?#[!/]/.test(link.href ?? "")),
  );
  mark(
    "http_link_on_https",
    web.some((link) => link.url!.startsWith(`http://${url.host}/`)),
  );
}

function imageIssues(page: SecondPage, mark: Mark): void {
  const placed = page.named("img").filter((each) => !inTemplate(each));
  const images = placed.map(({ element }) => element);
  const isDecoration = (image: Placed) =>
    ["presentation", "none"].includes(attribute(image.element, "role") ?? "") || isHidden(image);
  mark(
    "image_missing_alt",
    placed.some((image) => attribute(image.element, "alt") === null && !isDecoration(image)),
  );
  mark(
    "image_alt_too_long",
    images.some((image) => length(attribute(image, "alt") ?? "") > 100),
  );
  mark(
    "image_missing_dimensions",
    images.some((image) => {
      const styles = new Map(
        (attribute(image, "style") ?? "")
          .split(";")
          .map((each) => each.split(":").map((part) => part.trim().toLowerCase()) as [string, string]),
      );
      const has = (name: string) =>
        attribute(image, name) !== null || !["", "auto", undefined].includes(styles.get(name));
      return !styles.has("aspect-ratio") && !(has("width") && has("height"));
    }),
  );
}

function dataIssues(page: SecondPage, indexable: boolean, mark: Mark): void {
  const blocks = page
    .named("script")
    .filter((each) => !inTemplate(each) && /^\s*application\/ld\+json/i.test(attribute(each.element, "type") ?? ""));
  mark(
    "structured_data_invalid_json",
    blocks.some((block) => !isJson(textIn(block))),
  );
  const inline = page.all.some(({ element }) =>
    element.attrs.some(
      ({ name, value }) =>
        name === "itemscope" || name === "typeof" || (name === "property" && value.startsWith("schema:")),
    ),
  );
  mark("structured_data_missing", indexable && blocks.length === 0 && !inline && page.named("frameset").length === 0);
  const tag = (name: string) => page.metas(name).find(Boolean);
  const hasOther = (own: string) =>
    page.named("meta").some(({ element }) => {
      const name = (attribute(element, "property") ?? attribute(element, "name") ?? "").toLowerCase();
      return name.startsWith("og:") && name !== own;
    });
  mark("missing_open_graph", indexable && !tag("og:title") && !tag("og:image"));
  mark("og_title_missing", indexable && !tag("og:title") && hasOther("og:title"));
  mark("og_description_missing", indexable && !tag("og:description") && hasOther("og:description"));
  mark(
    "og_image_missing",
    indexable && !["og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"].some(tag),
  );
  mark("twitter_card_missing", indexable && !tag("twitter:card"));
  const insecure = page.all.some(
    ({ element }) =>
      ["src", "data", "action"].some(
        (name) => loads(element.tagName, name) && /^\s*http:/i.test(attribute(element, name) ?? ""),
      ) ||
      (element.tagName === "link" &&
        rels(element).includes("stylesheet") &&
        /^\s*http:/i.test(attribute(element, "href") ?? "")),
  );
  mark("mixed_content", insecure);
}

function loads(tag: string, name: string): boolean {
  if (name === "src") return ["script", "iframe", "frame", "img", "audio", "video", "source", "embed"].includes(tag);
  return (name === "data" && tag === "object") || (name === "action" && tag === "form");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function addressIssues(url: URL, indexable: boolean, mark: Mark): void {
  const path = url.pathname;
  mark("url_too_long", indexable && (path + url.search).length > 200);
  mark("url_uppercase", indexable && /[A-Z]/.test(path.replaceAll(/%[0-9a-f]{2}/gi, "")));
  mark("url_underscore", indexable && path.includes("_"));
  mark("url_space", indexable && /%20|\+/.test(path));
  mark("url_non_ascii", indexable && /%[89a-f]/i.test(path));
  mark("url_multiple_slashes", indexable && path.includes("//"));
  const segments = path.split("/").filter(Boolean);
  mark(
    "url_repetitive_path",
    indexable && segments.some((each) => segments.filter((other) => other === each).length > 2),
  );
}

function isPlugin({ element }: Placed): boolean {
  const type = attribute(element, "type")?.trim().toLowerCase() ?? "";
  const file = attribute(element, element.tagName === "object" ? "data" : "src") ?? "";
  return (type.startsWith("application/") && !type.includes("xhtml")) || /\.(swf|jar|class|xap|pdf)\b/i.test(file);
}
