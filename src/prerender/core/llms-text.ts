import { foldSpace } from "../../web";

/** A page in the llms.txt list. */
export interface DescribedPage {
  path: string;
  /** Empty if no snapshot provides it. */
  title: string;
  description: string;
}

/** Converts a page's text for use in a Markdown line: one line, without markup. */
function plain(text: string): string {
  return foldSpace(text).replaceAll(/[\\`*_[\]<>]/g, (mark) => `\\${mark}`);
}

/**
 * Builds a site's llms.txt (llmstxt.org): name and description from the home page, then a link to each page in the
 * given order. Pages without a title are listed by path.
 */
export function llmsText(domain: string, publicBase: string, pages: readonly DescribedPage[]): string {
  const home = pages.find((page) => page.path === "/");
  const head = [`# ${plain(home?.title ?? "") || domain}`];
  if (home?.description) head.push(`> ${plain(home.description)}`);
  const links = pages
    .filter((page) => page !== home)
    .map(({ path, title, description }) => {
      const link = `- [${plain(title) || plain(path)}](${publicBase}${path.replaceAll("(", "%28").replaceAll(")", "%29")})`;
      return description ? `${link}: ${plain(description)}` : link;
    });
  return `${[...head, ...(links.length > 0 ? ["## Pages", links.join("\n")] : [])].join("\n\n")}\n`;
}
