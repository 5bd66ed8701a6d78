/** The site that has every defect once: https pages, served from a loopback port as the domain's origin. */
export const HOST = "labelled.example";
export const ORIGIN = `https://${HOST}`;
/** robots.txt of the labelled site. The last group is for our crawler. */
export const ROBOTS = `User-agent: *\nDisallow: /closed/\n\nUser-agent: CrawlreadyBot\nDisallow: /closed/\nDisallow: /p/not-audited/fails\n\nSitemap: ${ORIGIN}/sitemap.xml\n`;

/** How a page differs from a page without defects. `null` omits a part. */
export interface PageParts {
  title?: string | null;
  description?: string | null;
  h1?: string | null;
  canonical?: string | null;
  lang?: string | null;
  doctype?: string;
  charset?: string | null;
  viewport?: string | null;
  /** og: and twitter: tags by name. */
  preview?: Record<string, string | null>;
  jsonLd?: string | null;
  /** HTML to add to the head or to the main text. */
  head?: string;
  main?: string;
  /** Number of words in the whole main text. */
  words?: number;
  /** Number of elements in the whole page. */
  elements?: number;
  /** Size of the whole page in bytes, padded with a comment. */
  bytes?: number;
  /** Opening tag around the main text. */
  landmark?: string;
  /** False: the page has no links by default. */
  links?: boolean;
  /** Replaces the whole body. */
  body?: string;
}

/** One URL of a labelled site with every issue it has. */
export interface LabelledPage extends PageParts {
  /** Path and query. */
  path: string;
  /** Replaces https. */
  scheme?: "http";
  /** The exact ids that an audit must report for this page. Undefined: the URL exists, but is not in the result. */
  issues?: string[];
  status?: number;
  headers?: Record<string, string>;
  redirect?: string;
  /** False: sent uncompressed although it is large. */
  compressed?: boolean;
  delayMs?: number;
  /** The server drops the connection. */
  broken?: boolean;
  /** The body, instead of a page made of parts. */
  raw?: string;
  inSitemap?: boolean;
  /** False: the home page does not link to it. */
  linked?: boolean;
}

export function urlOf(page: LabelledPage): string {
  return `${page.scheme ?? "https"}://${HOST}${page.path}`;
}

const NOUNS = "harbour lighthouse museum bakery bridge garden tower market chapel station library fountain".split(" ");
const VERBS = "passes crosses follows reaches leaves skirts".split(" ");

/** A stable number per path that makes pages different. */
function numberOf(path: string): number {
  let number = 7;
  for (const char of path) number = (number * 31 + char.codePointAt(0)!) % 99_991;
  return number;
}

function sentence(count: number, seed: number): string {
  let state = seed;
  // Each page has its own order of words: no two are nearly the same.
  const draw = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % most;
  };
  return Array.from({ length: count }, (_, i) => {
    const word = i % 3 === 1 ? VERBS[draw(VERBS.length)]! : NOUNS[draw(NOUNS.length)]!;
    return i % 7 === 3 ? `${word}${(seed + i) % 1_000}` : word;
  }).join(" ");
}

const wordsIn = (html: string) => (html.replaceAll(/<[^>]*>/g, " ").match(/[\p{L}\p{N}]+/gu) ?? []).length;
const LINKS = '<p><a href="/">All the walks of this town</a> <a href="/imprint">Who publishes these walks</a></p>';

/** HTML of a labelled page. */
export function htmlOf(page: LabelledPage): string {
  if (page.raw !== undefined) return page.raw;
  const seed = numberOf(page.path);
  const url = urlOf(page);
  const part = <T>(value: T | null | undefined, fallback: T): T | null => (value === undefined ? fallback : value);
  const title = part(page.title, `Walk ${seed} through the old town, on foot`);
  const description = part(
    page.description,
    `Walk ${seed} leads past the harbour and two museums, takes ninety minutes and ends at a bakery.`,
  );
  const h1 = part(page.h1, `Town walk number ${seed}`);
  const canonical = part(page.canonical, url);
  const preview: Record<string, string | null> = {
    "og:title": `Walk ${seed}`,
    "og:description": `A walk of ninety minutes, number ${seed}`,
    "og:image": `${ORIGIN}/files/share.png`,
    "og:url": canonical === null ? null : canonical.startsWith("/") ? url : canonical,
    "twitter:card": "summary_large_image",
    ...page.preview,
  };
  const tags = Object.entries(preview)
    .filter(([, content]) => content !== null)
    .map(([name, content]) => `<meta ${name.startsWith("og:") ? "property" : "name"}="${name}" content="${content}">`);
  const jsonLd = part(page.jsonLd, `{"@context":"https://schema.org","@type":"WebPage","name":"Walk ${seed}"}`);
  const lang = part(page.lang, "en");
  const charset = part(page.charset, "utf-8");
  const viewport = part(page.viewport, "width=device-width, initial-scale=1");
  const head = [
    charset === null ? "" : `<meta charset="${charset}">`,
    viewport === null ? "" : `<meta name="viewport" content="${viewport}">`,
    title === null ? "" : `<title>${title}</title>`,
    description === null ? "" : `<meta name="description" content="${description}">`,
    canonical === null ? "" : `<link rel="canonical" href="${canonical}">`,
    ...tags,
    jsonLd === null ? "" : `<script type="application/ld+json">${jsonLd}</script>`,
    page.head ?? "",
  ].join("");
  const fixed = `${h1 === null ? "" : `<h1>${h1}</h1>`}${page.main ?? ""}${page.links === false ? "" : LINKS}`;
  const landmark = page.landmark ?? "<main>";
  const text = sentence(Math.max(0, (page.words ?? 260) - wordsIn(fixed)), seed);
  const body =
    page.body ?? `${landmark}${fixed}<p>${text}</p>@elements@${landmark.replace(/^<(\w+).*$/, "</$1>")}@bytes@`;
  const language = lang === null ? "" : ` lang="${lang}"`;
  const html = `${page.doctype ?? "<!doctype html>"}<html${language}><head>${head}</head><body>${body}</body></html>`;
  const present = (html.match(/<[a-z]/gi) ?? []).length;
  const filled = html.replace("@elements@", "<i></i>".repeat(Math.max(0, (page.elements ?? 0) - present)));
  const room = (page.bytes ?? 0) - new TextEncoder().encode(filled.replace("@bytes@", "<!---->")).length;
  return filled.replace("@bytes@", page.bytes === undefined ? "" : `<!--${"x".repeat(Math.max(0, room))}-->`);
}

/** Larger pages are sent compressed by default. */
const COMPRESS_BYTES = 8_000;

export function headersOf(page: LabelledPage, html: string): Record<string, string> {
  const compressed = page.compressed ?? html.length > COMPRESS_BYTES;
  return {
    "content-type": "text/html",
    ...(compressed ? { "content-encoding": "gzip" } : {}),
    ...(page.redirect === undefined ? {} : { location: page.redirect }),
    ...page.headers,
  };
}
