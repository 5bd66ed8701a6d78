import type { Result } from "./site.ts";

/** The checks that both audits know. */
export const COMPARED: readonly string[] = `
missing_title title_too_short multiple_titles title_same_as_h1 duplicate_title
missing_meta_description meta_description_too_short multiple_meta_descriptions duplicate_meta_description
missing_h1 multiple_h1 h1_too_long duplicate_h1 heading_order_skipped
thin_content duplicate_content empty_page low_text_html_ratio
missing_canonical canonical_relative canonical_in_body multiple_canonicals canonical_has_fragment canonicalised_page
noindex_page nofollow_page meta_refresh_redirect http_4xx
missing_html_lang invalid_html_lang missing_charset missing_doctype missing_viewport viewport_no_width missing_main_landmark
dead_end_page too_many_links empty_anchor_text generic_anchor_text internal_nofollow_link uncrawlable_link malformed_link
hash_routing_links http_link_on_https broken_internal_link internal_link_to_redirect deep_page single_inlink
image_missing_alt image_alt_too_long image_missing_dimensions
structured_data_invalid_json structured_data_missing
missing_open_graph og_title_missing og_description_missing og_image_missing twitter_card_missing
form_field_without_label empty_button empty_heading frame_without_title positive_tabindex ambiguous_label_target viewport_blocks_zoom
mixed_content html_large html_over_limit dom_too_large duplicate_element_ids frames_used
url_too_long url_uppercase url_underscore url_space url_non_ascii url_multiple_slashes url_repetitive_path
`
  .trim()
  .split(/\s+/);

/** One page and check on which the audits disagree. */
export interface Difference {
  path: string;
  /** An id of a check; or `page` or `depth`, where the crawls differ. */
  check: string;
  /** ours: only the service reports it; theirs: only the second audit does. */
  by: "ours" | "theirs";
}

export interface Comparison {
  pages: number;
  /** Findings that both report, by check. */
  agreed: Map<string, number>;
  differences: Difference[];
}

export function compareResults(ours: Result, theirs: Result): Comparison {
  const agreed = new Map<string, number>();
  const differences: Difference[] = [];
  for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
    const [one, other] = [ours.get(path), theirs.get(path)];
    if (!one || !other) {
      differences.push({ path, check: "page", by: one ? "ours" : "theirs" });
      continue;
    }
    if (one.depth !== other.depth)
      differences.push({ path, check: "depth", by: one.depth < other.depth ? "ours" : "theirs" });
    for (const check of COMPARED) {
      const [found, expected] = [one.issues.has(check), other.issues.has(check)];
      if (found && expected) agreed.set(check, (agreed.get(check) ?? 0) + 1);
      else if (found || expected) differences.push({ path, check, by: found ? "ours" : "theirs" });
    }
  }
  return { pages: ours.size, agreed, differences };
}
