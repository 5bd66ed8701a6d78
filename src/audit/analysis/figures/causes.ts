import { BLOCKERS, DEAD } from "../../checks/page-health";

/** Issues that keep visitors from pages: dead pages, and pages that search engines leave out. */
const LOSING: ReadonlySet<string> = new Set([...BLOCKERS, ...DEAD, "noindex_added_by_js", "redirect_to_error"]);

/** Often intended on individual pages. On nearly all pages of a site it is a mistake that costs visits. */
const LOSING_EVERYWHERE: ReadonlySet<string> = new Set([
  "canonical_cross_domain",
  "noindex_page",
  "canonicalised_page",
  "blocked_by_robots",
  "unavailable_after_past",
  "robots_txt_unreachable",
]);

/** Whether the issue costs the pages that have it their visits. */
export function costsVisits(id: string, everywhere: boolean): boolean {
  return LOSING.has(id) || (everywhere && LOSING_EVERYWHERE.has(id));
}

/** Cause → issues that it also causes on the same page. Fixing the cause fixes them. */
export const CONSEQUENCES: Readonly<Record<string, readonly string[]>> = {
  js_only_content: [
    "empty_page",
    "thin_content",
    "low_text_html_ratio",
    "missing_h1",
    "missing_main_landmark",
    "missing_meta_description",
    "missing_canonical",
    "missing_open_graph",
    "structured_data_missing",
    "dead_end_page",
    "js_dependent_content",
    "js_only_links",
    "h1_only_in_rendered",
    "canonical_only_in_rendered",
    "preview_tags_only_in_rendered",
    "structured_data_only_in_rendered",
    "title_changed_by_js",
    "meta_description_changed_by_js",
    "duplicate_title",
    "duplicate_meta_description",
    "duplicate_content",
    "og_tags_identical_sitewide",
  ],
  empty_page: ["thin_content", "low_text_html_ratio", "missing_h1", "missing_main_landmark", "dead_end_page"],
  js_dependent_content: ["js_only_links", "h1_only_in_rendered", "thin_content"],
  missing_open_graph: [
    "og_title_missing",
    "og_description_missing",
    "og_image_missing",
    "twitter_card_missing",
    "og_tags_identical_sitewide",
  ],
  noindex_page: ["noindex_in_sitemap", "noindex_high_inlinks"],
  canonical_cross_domain: ["canonicalised_page", "og_url_mismatch"],
  canonical_to_homepage: ["canonicalised_page", "og_url_mismatch"],
  duplicate_content: ["duplicate_title", "duplicate_h1", "duplicate_meta_description"],
  very_slow_page: ["slow_page", "slow_ttfb"],
};
