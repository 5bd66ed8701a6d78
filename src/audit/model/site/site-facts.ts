import type { Robots, RobotsFile } from "../../../web";
import type { AuditedPage } from "../page/page";

/** The answer to one small request beside the crawl. */
export interface Probe {
  url: string;
  /** 0: no answer. */
  status: number;
  /** Absolute target of a 3xx. */
  location: string | null;
  contentType: string | null;
  /** The body's first 64 KiB, where it is text. */
  text: string;
}

/** Facts about a site as a whole, gathered once per run. Null: not requested (not applicable, or disallowed). */
export interface SiteFacts {
  domain: string;
  robotsFile: RobotsFile;
  /** Parsed robots.txt; empty when there is none to obey. */
  robots: Robots;
  /** The home page, after redirects within the site. */
  home: AuditedPage | null;
  /** A path that can't exist. */
  unknownPath: Probe | null;
  /** The home page over plain http; null on loopback hosts, which are secure contexts. */
  httpHome: Probe | null;
  /** The home page with www. added or taken away. */
  wwwHome: AuditedPage | null;
  favicon: Probe | null;
  llmsTxt: Probe | null;
  /** The home page asked for as text/markdown. */
  markdown: Probe | null;
  /** The home page asked for under the user agents of crawlers, by their token; null unless a browser's gets 200. */
  asCrawlers: Array<{ token: string; status: number }> | null;
  /** Some sitemap was found and could be read. */
  sitemapFound: boolean;
}
