/** What crawlers are for, in words, by the catalogue's kind. */
export const PURPOSES: Record<string, string> = {
  search: "Search engine",
  "llm-training": "AI training",
  "llm-search": "AI search",
  "llm-user": "For users of an AI",
  seo: "SEO tool",
  social: "Link previews",
  other: "Other",
};

interface Listed {
  token: string;
  operator: string;
  provider: string;
  kind: string;
  robotsToken: string | null;
}

/** The crawlers in which every word of the search occurs, and that serve the purpose. */
export function findCrawlers<T extends Listed>(crawlers: readonly T[], search: string, purpose: string): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return crawlers.filter((crawler) => {
    const { token, operator, provider, kind, robotsToken } = crawler;
    if (purpose !== "" && kind !== purpose) return false;
    const text = [token, operator, provider, robotsToken ?? "", PURPOSES[kind] ?? kind].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Groups of robots.txt that let a crawler in, and that keep it out. */
export const robotsLines = (token: string) => ({
  allow: `User-agent: ${token}\nAllow: /`,
  disallow: `User-agent: ${token}\nDisallow: /`,
});
