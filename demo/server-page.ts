import type { Block, DemoPage } from "./pages.ts";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function block({ h1, h2, h4, p, image, alt, links }: Block): string {
  if (h1) return `<h1>${escaped(h1)}</h1>`;
  if (h2) return `<h2>${escaped(h2)}</h2>`;
  if (h4) return `<h4>${escaped(h4)}</h4>`;
  if (image)
    return `<figure><img src="${image}" width="640" height="360"${alt === undefined ? "" : ` alt="${escaped(alt)}"`}></figure>`;
  if (links)
    return `<ul>${links.map(([href, text]) => `<li><a href="${href}">${escaped(text)}</a></li>`).join("")}</ul>`;
  return `<p>${escaped(p ?? "")}</p>`;
}

/** The shell with the page already in it, as a site sends it that renders on its server. The script draws the same again. */
export function serverPage(shell: string, page: DemoPage, url: string): string {
  const { title, description, canonical, jsonLd, robots, blocks } = page;
  const head = [
    description && `<meta data-page name="description" content="${escaped(description)}">`,
    robots && `<meta data-page name="robots" content="${escaped(robots)}">`,
    canonical !== false && `<link data-page rel="canonical" href="${escaped(canonical ?? url)}">`,
    jsonLd !== undefined && `<script data-page type="application/ld+json">${JSON.stringify(jsonLd)}</script>`,
  ];
  return shell
    .replace(/<title>.*?<\/title>/, `<title>${escaped(title ?? "")}</title>`)
    .replace("</head>", `${head.filter(Boolean).join("")}</head>`)
    .replace('<div id="root"></div>', `<div id="root"><main>${blocks.map(block).join("")}</main></div>`);
}
