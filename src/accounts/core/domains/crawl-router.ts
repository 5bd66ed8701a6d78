/** Kinds of crawlers that may be routed. Previews of links and tools of the owner always get the page. */
export const ROUTED_KINDS = ["search", "llm-search", "llm-training", "llm-user"] as const;
export type RoutedKind = (typeof ROUTED_KINDS)[number];

/** `redirect`: 301 to the page's canonical page; `gone`: 410 for pages that are gone. */
export const ROUTER_ACTIONS = ["redirect", "gone"] as const;
export type RouterAction = (typeof ROUTER_ACTIONS)[number];

export const MOST_ROUTED_PATHS = 100;
export const LONGEST_ROUTED_PATH = 300;

/** What verified crawlers get instead of a page. */
export interface CrawlRouter {
  /** `since`: when it was switched on, epoch ms. */
  switches: Array<{ action: RouterAction; kind: RoutedKind; since: number }>;
  /** Paths that are gone. */
  gone: string[];
  /** Paths that are never redirected, because answers cite them or assistants send people there. */
  keep: string[];
}
