import { isAssetPath } from "../../web";

/** What answered a crawler. `generated`: our own llms.txt or redirect to a canonical page; `origin`: the site's own server. */
export const ANSWER_SOURCES = ["cache", "render", "origin", "generated"] as const;
export type ResponseSource = (typeof ANSWER_SOURCES)[number];

/** What a crawler got. `canonical_redirect`: the address of the canonical page instead of the page. */
export const ANSWER_FORMS = [
  "page",
  "markdown",
  "robots_txt",
  "sitemap",
  "llms_txt",
  "file",
  "canonical_redirect",
] as const;
export type ResponseForm = (typeof ANSWER_FORMS)[number];

const SITEMAP = /(?:^|\/)[^/]*sitemap[^/]*\.(?:xml|txt)(?:\.gz)?$/i;

/** The form of an origin's response, by its path without query and its content type. */
export function responseForm(path: string, contentType: string | null): ResponseForm {
  if (path === "/robots.txt") return "robots_txt";
  if (path === "/llms.txt" || path === "/llms-full.txt") return "llms_txt";
  if (SITEMAP.test(path)) return "sitemap";
  if (/^text\/markdown\b/i.test(contentType ?? "") || /\.md$/i.test(path)) return "markdown";
  return isAssetPath(path) ? "file" : "page";
}
