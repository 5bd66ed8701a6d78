import { ASSISTANTS, CRAWLER_AGENTS, type CrawlerKind } from "../../../analytics";

const PURPOSES: Record<CrawlerKind, string> = {
  search: "Search engines",
  "llm-search": "AI search",
  "llm-user": "AI assistants, for a person",
  "llm-training": "AI training",
  seo: "SEO tools",
  social: "Link previews",
  other: "Other",
};

/** What crawlers of a kind do, in words. */
export const purposeWords = (kind: string): string => PURPOSES[kind as CrawlerKind] ?? kind;

const OPERATORS = new Map(CRAWLER_AGENTS.map(({ provider, operator }) => [provider, operator]));

/** The operator's name, or its id if the catalogue no longer knows it. */
export const operatorWords = (provider: string): string =>
  OPERATORS.get(provider) ?? (provider === "other" ? "Unlisted crawlers" : provider);

const ASSISTANT_NAMES = new Map(ASSISTANTS.map(({ id, name }) => [id, name]));

export const assistantWords = (id: string): string => ASSISTANT_NAMES.get(id) ?? id;

const SOURCES = {
  cache: "the cache",
  render: "a render at once",
  origin: "your server",
  generated: "this service itself",
} as const;

/** What answered a crawler. Of a request that did not pass through this service, only the site's own server is known. */
export function sourceWords(source: keyof typeof SOURCES, way: "connected" | "reported" | "imported"): string {
  if (way === "connected") return SOURCES[source];
  return way === "reported" ? "the site, which reported it" : "the site, by an imported log";
}

const FORMS = {
  page: "page",
  markdown: "Markdown",
  robots_txt: "robots.txt",
  sitemap: "sitemap",
  llms_txt: "llms.txt",
  file: "file",
  canonical_redirect: "redirect to the canonical page",
} as const;

/** What a crawler got. */
export const formWords = (form: keyof typeof FORMS): string => FORMS[form];

const WASTE: Record<string, { name: string; fix: string }> = {
  not_found: { name: "Missing pages", fix: "Redirect them to the page that replaced them, and remove links to them." },
  redirect: { name: "Redirects", fix: "Link to the final address." },
  error: { name: "Errors", fix: "Find out why your server refuses or fails." },
  noindex: { name: "Pages with noindex", fix: "Disallow them in robots.txt if nobody should find them." },
  duplicate: { name: "Duplicates", fix: "Link to the canonical page only." },
  parameters: {
    name: "Parameters that change nothing",
    fix: "Ignore these parameters in the settings, or disallow them.",
  },
};

export const wasteWords = (reason: string) => WASTE[reason] ?? { name: reason, fix: "" };
