import type { Severity } from "../../model/issue";
import { costsVisits } from "../figures/causes";

/**
 * What an issue does to readers and crawlers, and the points of siteScore that it costs if all pages have it.
 *
 * - lost: nobody finds the pages, or they say nothing.
 * - misled: search engines take the pages for others, or visitors are warned off.
 * - partial: the page works, but a part of it is lost.
 * - slight: it could be better.
 * - notice: a matter of taste, or good to know.
 */
export type Harm = "lost" | "misled" | "partial" | "slight" | "notice";

export const HARM_POINTS: Readonly<Record<Harm, number>> = {
  lost: 75,
  misled: 34,
  partial: 20,
  slight: 3.5,
  notice: 0.4,
};
/** The most that all issues of a kind cost together. Many small matters don't make a good site a bad one. */
export const HARM_CAPS: Readonly<Record<Harm, number>> = { lost: 100, misled: 80, partial: 40, slight: 28, notice: 5 };
/** Points for half of the pages are more than half of the points: the fault is there, and fixing it is the same work. */
const SHARE_EXPONENT = 0.7;

/** Errors that take a part of a page from readers or crawlers. Other errors mislead. */
const PARTIAL: ReadonlySet<string> = new Set([
  "broken_asset",
  "broken_image",
  "broken_internal_link",
  "link_to_private_host",
  "structured_data_invalid_json",
  "blocked_render_resources",
  "mixed_content",
  "html_over_limit",
  "very_slow_page",
  "hreflang_missing_return_link",
  "hreflang_to_error",
  "redirect_chain_too_long",
  "sitemap_url_error",
]);
/** Errors that change only how the page is presented elsewhere, or whose data would only add to it. */
const SLIGHT: ReadonlySet<string> = new Set([
  "og_image_broken",
  "structured_data_missing_type",
  "hreflang_invalid_code",
]);

/** `everywhere`: nearly all pages have it, so that what is intended on single pages is a mistake. */
export function harmOf(id: string, severity: Severity, everywhere: boolean): Harm {
  if (costsVisits(id, everywhere)) return "lost";
  if (severity === "notice") return "notice";
  if (severity === "warning" || SLIGHT.has(id)) return "slight";
  return PARTIAL.has(id) ? "partial" : "misled";
}

/** What an issue costs if a share of the pages has it. `weight` 0: for information only. */
export function harmPoints({ weight }: { weight: number }, harm: Harm, share: number): number {
  return weight === 0 ? 0 : HARM_POINTS[harm] * share ** SHARE_EXPONENT;
}
