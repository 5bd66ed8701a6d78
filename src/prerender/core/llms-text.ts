import { foldSpace } from "../../web";

/** A page as a list of pages names it. */
export interface DescribedPage {
  path: string;
  /** Empty where no snapshot told it. */
  title: string;
  description: string;
}

/** Text of a page inside a Markdown line: one line, no mark-up of its own. */
function plain(text: string): string {
  return foldSpace(text).replaceAll(/[\\`*_[\]<>]/g, (mark) => `\\${mark}`);
}

/**
 * The llms.txt of a site (llmstxt.org): its name and description from the home page, then a link to each page. Pages in the
 * order given; those without a title go by their path.
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
