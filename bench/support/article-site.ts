/** Generates the pages of a site: articles of about 28 KB with 60 internal links each, and a few planted defects. */
const WORDS =
  "river stone market garden window copper lantern harvest paper signal engine meadow bridge harbor winter summer silver morning quiet modern coastal mountain station camera kettle blanket compass anchor canvas timber marble cotton ceramic design method pattern report measure region border surface weather forest desert valley island".split(
    " ",
  );
const SECTIONS = ["guides", "products", "reviews", "news", "recipes", "travel", "support", "events"];

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function sentence(next: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(next() * WORDS.length)]).join(" ");
}

/** Path of the page with this number. */
export const pathOf = (i: number): string =>
  i === 0 ? "/" : `/${SECTIONS[i % SECTIONS.length]}/page-${i}-about-${WORDS[i % WORDS.length]}`;

function linksOf(i: number, pages: number, next: () => number): number[] {
  const children = Array.from({ length: 12 }, (_, k) => 12 * i + 1 + k).filter((k) => k < pages);
  const others = Array.from({ length: 60 - children.length }, () => Math.floor(next() * pages));
  return [...children, ...others];
}

/** The same HTML for the same page of a site with `pages` pages. */
export function htmlOf(i: number, pages: number): string {
  const next = random(i + 1);
  const phrase = sentence(next, 4);
  const title = i % 50 === 7 ? "" : `<title>${phrase}, page ${i} of the bench site</title>`;
  const description = i % 70 === 3 ? "" : `<meta name="description" content="${sentence(next, 16)}">`;
  const sections = Array.from({ length: 9 }, (_, k) => {
    const image = `<img src="/img/${(i + k) % 40}.svg" width="320" height="200"${(i + k) % 90 === 0 ? "" : ` alt="${sentence(next, 3)}"`}>`;
    const text = Array.from({ length: 3 }, () => `<p class="text c${k}">${sentence(next, 90)}.</p>`).join("\n");
    return `<section id="s${k}"><h2>${sentence(next, 4)}</h2>${image}\n${text}</section>`;
  }).join("\n");
  const links = linksOf(i, pages, next).map(
    (k) => `<li class="item"><a class="link" href="${pathOf(k)}">${sentence(next, 3)}</a></li>`,
  );
  const data = JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Article",
    headline: phrase,
    author: "Bench",
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${title}${description}<link rel="canonical" href="${pathOf(i)}"><meta property="og:title" content="${phrase}"><meta property="og:type" content="article">
<script type="application/ld+json">${data}</script><style>${".c1{margin:1px;padding:2px}".repeat(60)}</style></head>
<body><main><h1>${phrase}</h1>
${sections}
<ul>${links.join("\n")}</ul></main></body></html>`;
}
