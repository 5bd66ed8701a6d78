import { foldSpace } from "../../web";

/** A page in the llms.txt list. */
export interface DescribedPage {
  path: string;
  /** Empty if no snapshot provides it. */
  title: string;
  description: string;
}

/** Most pages of the list. */
export const MAX_LISTED = 500;

/**
 * Puts pages into the order in which agents need them: most read by AI crawlers first (`visits`: by path without query),
 * then the nearest to the home page, then as given.
 */
export function orderPages(paths: readonly string[], visits: ReadonlyMap<string, number>): string[] {
  const ranked = paths.map((path) => {
    const [name = ""] = path.split("?", 1);
    return { path, visits: visits.get(name) ?? 0, depth: name.split("/").filter((part) => part !== "").length };
  });
  return ranked.sort((a, b) => b.visits - a.visits || a.depth - b.depth).map(({ path }) => path);
}

/** Converts a page's text for use in a Markdown line: one line, without markup. */
function plain(text: string): string {
  return foldSpace(text).replaceAll(/[\\`*_[\]<>]/g, (mark) => `\\${mark}`);
}

/**
 * Builds a site's llms.txt (llmstxt.org): name and description from the home page, then a link to each page in the
 * given order. Pages without a title are listed by path. `addressOf`: what a page's link leads to, as a path.
 */
export function llmsText(
  domain: string,
  publicBase: string,
  pages: readonly DescribedPage[],
  addressOf: (path: string) => string = (path) => path,
): string {
  const home = pages.find((page) => page.path === "/");
  const head = [`# ${plain(home?.title ?? "") || domain}`];
  if (home?.description) head.push(`> ${plain(home.description)}`);
  const links = pages
    .filter((page) => page !== home)
    .map(({ path, title, description }) => {
      const link = `- [${plain(title) || plain(path)}](${publicBase}${addressOf(path).replaceAll("(", "%28").replaceAll(")", "%29")})`;
      return description ? `${link}: ${plain(description)}` : link;
    });
  return `${[...head, ...(links.length > 0 ? ["## Pages", links.join("\n")] : [])].join("\n\n")}\n`;
}
