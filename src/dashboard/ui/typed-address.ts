import { homeOf } from "../../web";

const MAX_LENGTH = 4_096;

/** The address of a site's home page. */
export const homeAddress = (domain: string): string => homeOf(domain).href;

/** The address of a page of the site, from its path. */
export const pageAddress = (domain: string, path: string): string => `${homeOf(domain).origin}${path}`;

/** The page that a reader typed: an address of the domain, with or without its scheme, or a path. */
export function pathTyped(domain: string, typed: string): { path: string } | { fault: string } {
  const text = typed.trim();
  if (text.length > MAX_LENGTH) return { fault: "The address is longer than 4,096 characters." };
  const home = homeOf(domain);
  const isHost = text === domain || text.startsWith(`${domain}/`) || text.startsWith(`${domain}?`);
  const url = isHost ? URL.parse(`${home.protocol}//${text}`) : URL.parse(text, home.href);
  if (!url) return { fault: "This is not an address. Give one on the domain, or a path such as /about." };
  if (!/^https?:$/.test(url.protocol)) return { fault: "Give an http or https address of the domain." };
  if (url.host !== home.host) return { fault: `This address is on ${url.host}, not on ${home.host}.` };
  return { path: url.pathname + url.search };
}

/**
 * The pages that a reader typed, one per line, each as {@link pathTyped} reads it. What is neither a path nor an
 * address, such as a single word, is more often a mistake than a page: pages that change something don't guess.
 */
export function pathsTyped(domain: string, lines: readonly string[]): { paths: string[] } | { fault: string } {
  const paths: string[] = [];
  for (const line of lines) {
    const shown = line.slice(0, 100);
    if (!/^(\/|https?:\/\/)/i.test(line) && !line.startsWith(`${domain}/`))
      return { fault: `“${shown}” is neither a path such as /about nor an address of ${domain}.` };
    const page = pathTyped(domain, line);
    if ("fault" in page) return { fault: `“${shown}”: ${page.fault}` };
    paths.push(page.path);
  }
  return paths.length === 0 ? { fault: "Name at least one page." } : { paths: [...new Set(paths)] };
}

/** The pattern of all pages below what a reader typed: `/blog`, `/blog/` and `/blog/*` mean the same. */
export function patternTyped(domain: string, typed: string): { pattern: string } | { fault: string } {
  const pages = pathsTyped(domain, [typed.trim().replace(/\*$/, "")]);
  if ("fault" in pages) return pages;
  const [path = "/"] = pages.paths;
  if (path.includes("?")) return { fault: "Leave out the question mark and everything after it." };
  return { pattern: `${path.replace(/\/$/, "")}/*` };
}
