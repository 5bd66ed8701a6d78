import type { StandInAnswer } from "../../demo/stand-in/answers.ts";
import type { SiteRoute } from "./site-server.ts";

/** Sets a flag in the window where it runs and in the one around it. */
const RUN = "window.hostile=1;try{top.hostile=1}catch{}";
const OVERRIDE = "\u202Egnp.exe\u2066";

/** What a stranger writes to take part in our pages. An element that comes of it has the attribute `data-hostile`. */
export const PAYLOAD = [
  `<script data-hostile>${RUN}</script>`,
  `"'><img data-hostile src=x onerror="${RUN}">`,
  `</title></style></script><style data-hostile>body{display:none}</style>`,
  `<a data-hostile href="javascript:${RUN}">x</a>`,
  OVERRIDE,
].join("");

/** As a page writes it, so that its readers see it as text. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const link = (href: string) => `<a href="${escaped(href)}">${escaped(PAYLOAD)}</a>`;

function page(title: string, links: readonly string[]): SiteRoute {
  return {
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html><html lang="${escaped(PAYLOAD)}" dir="rtl"><head><title>${escaped(title)}</title>
<meta name="description" content="${escaped(PAYLOAD)}"><link rel="canonical" href="javascript:${RUN}">
<meta property="og:title" content="${escaped(PAYLOAD)}"><meta property="og:image" content="javascript:${RUN}">
<script type="application/ld+json">{"@type":"${escaped(PAYLOAD)}"</script><script>${RUN}</script>
<style>body{position:fixed;inset:0;font-size:200px}</style></head>
<body><h1>${escaped(PAYLOAD)}</h1><h1>${"W".repeat(3_000)}</h1><p>${"Some words of text. ".repeat(60)}</p>
<img src="/x.png?${encodeURIComponent(PAYLOAD)}" alt="${escaped(PAYLOAD)}"><img src="javascript:${RUN}">
${links.map(link).join("\n")}</body></html>`,
  };
}

/** Addresses of pages that are themselves hostile. */
const PATHS = [
  "/%3Cscript%20data-hostile%3Ewindow.hostile=1%3C/script%3E",
  "/%22onmouseover=%22window.hostile=1%22%20data-hostile",
  "/%E2%80%AEgnp.exe",
  `/${"long".repeat(400)}`,
];

/** A site all of whose texts attack who shows them: its titles, links, addresses, robots.txt and sitemap. */
export function hostileRoutes(origin: string): Record<string, SiteRoute> {
  const links = ["/big", "/moved", "/gone", ...PATHS, `javascript:${RUN}`, `data:text/html,${PAYLOAD}`, `//${PAYLOAD}`];
  const sitemap = ["/", "/big", ...PATHS].map((path) => `<url><loc>${origin}${path}</loc></url>`).join("");
  return {
    "/": page(PAYLOAD, links),
    "/big": page("W".repeat(100_000), links),
    "/moved": { status: 302, headers: { location: `javascript:${RUN}` } },
    "/gone": { status: 404, body: PAYLOAD },
    ...Object.fromEntries(PATHS.map((path) => [path, page(PAYLOAD, links)])),
    "/robots.txt": {
      headers: { "content-type": "text/plain; charset=utf-8" },
      body: `User-agent: ${PAYLOAD}\nDisallow: /\n\nUser-agent: *\nDisallow: /private${PAYLOAD}\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /*${PAYLOAD}\nDisallow: /\n\nSitemap: ${origin}/sitemap.xml\nSitemap: javascript:${RUN}\n`,
    },
    "/sitemap.xml": {
      headers: { "content-type": "application/xml" },
      body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemap}<url><loc>javascript:${RUN}</loc></url><url><loc>${origin}/${escaped(PAYLOAD)}</loc></url></urlset>`,
    },
  };
}

/** An answer of an AI assistant that names the brand and attacks who shows it. */
export const HOSTILE_ANSWER: StandInAnswer = {
  parts: [
    {
      text: `${PAYLOAD} **Saltmarsh Bikes** ${PAYLOAD} [here](javascript:${RUN}) ${"W".repeat(2_000)}\n\n`,
      cites: [
        { url: "https://www.example.org/a%3Cscript%3E", title: PAYLOAD },
        { url: `javascript:${RUN}`, title: "W".repeat(5_000) },
      ],
    },
    {
      text: `then Fenland Cycles. ![x](javascript:${RUN})`,
      cites: [{ url: `https://example.net/${"w".repeat(1_500)}`, title: OVERRIDE }],
    },
  ],
};
