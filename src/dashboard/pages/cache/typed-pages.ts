import { homeOf } from "../../../web";

/** Paths of the pages that a reader typed, one on each line: paths, or addresses of the domain. */
export function typedPages(domain: string, lines: readonly string[]): { paths: string[] } | { fault: string } {
  const home = homeOf(domain);
  const paths: string[] = [];
  for (const line of lines) {
    const url = line.length > 4_096 ? null : URL.parse(line, home.href);
    const shown = line.slice(0, 100);
    if (!url || !/^(\/|https?:\/\/)/i.test(line))
      return { fault: `“${shown}” is neither a path such as /about nor an address of ${domain}.` };
    if (url.host !== home.host) return { fault: `“${shown}” is not on ${domain}.` };
    paths.push(url.pathname + url.search);
  }
  return paths.length === 0 ? { fault: "Name at least one page." } : { paths: [...new Set(paths)] };
}

/** The pattern of all pages below what a reader typed: `/blog`, `/blog/` and `/blog/*` mean the same. */
export function typedPattern(domain: string, typed: string): { pattern: string } | { fault: string } {
  const pages = typedPages(domain, [typed.trim().replace(/\*$/, "")]);
  if ("fault" in pages) return pages;
  const [path = "/"] = pages.paths;
  if (path.includes("?")) return { fault: "Leave out the part from the question mark on." };
  return { pattern: `${path.replace(/\/$/, "")}/*` };
}
