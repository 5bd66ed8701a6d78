import type { Robots, RobotsFile } from "../../../web";
import type { AuditedPage } from "../page/page";
import type { CanonicalHosts } from "./canonical-hosts";

/** The response to one small request outside the crawl. */
export interface Probe {
  url: string;
  /** 0: no response. */
  status: number;
  /** Absolute target of a 3xx. */
  location: string | null;
  contentType: string | null;
  /** The first 64 KiB of a text body. */
  text: string;
}

/**
 * Where agents look for what a site offers: RFC 9727, the Model Context Protocol's server card, Agent Skills Discovery 0.2,
 * RFC 9728 and RFC 8414.
 */
export const DISCOVERY_PATHS = {
  apiCatalog: "/.well-known/api-catalog",
  mcpServerCard: "/.well-known/mcp/server-card.json",
  agentSkills: "/.well-known/agent-skills/index.json",
  oauthProtectedResource: "/.well-known/oauth-protected-resource",
  oauthAuthorizationServer: "/.well-known/oauth-authorization-server",
} as const;
export type DiscoveryFile = keyof typeof DISCOVERY_PATHS;

/** Facts about a site as a whole, gathered once per run. Null: not requested (not applicable, or disallowed). */
export interface SiteFacts {
  domain: string;
  robotsFile: RobotsFile;
  /** Parsed robots.txt; empty if no rules apply. */
  robots: Robots;
  /** The home page, after redirects within the site. */
  home: AuditedPage | null;
  /** A random path that should not exist. */
  unknownPath: Probe | null;
  /** The home page over plain http; null on loopback hosts, which are secure contexts. */
  httpHome: Probe | null;
  /** The home page with www. added or removed. */
  wwwHome: AuditedPage | null;
  favicon: Probe | null;
  llmsTxt: Probe | null;
  /** The home page requested as text/markdown. */
  markdown: Probe | null;
  /** The Markdown file that the home page names in a link or a Link header. */
  markdownTwin: Probe | null;
  /** Files by which agents find a site's services. */
  discovery: Record<DiscoveryFile, Probe> | null;
  /**
   * The home page requested with the user agents of crawlers, by their token; null unless a browser's user agent gets
   * 200.
   */
  asCrawlers: Array<{ token: string; status: number }> | null;
  /** At least one sitemap was readable. */
  sitemapFound: boolean;
  /** Null: no page was read. */
  canonicalHosts: CanonicalHosts | null;
}
