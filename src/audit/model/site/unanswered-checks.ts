import { isLoopback } from "../page/audited-page";
import { isRendered } from "../page/rendering-policy";
import type { SiteFacts } from "./site-facts";

/** A check that could not say anything, and why. */
export interface Unanswered {
  id: string;
  reason: string;
}

/** On loopback hosts browsers treat http as secure, and there is no www host. */
const ABOUT_HTTPS = [
  "http_page",
  "insecure_password_form",
  "http_not_redirected_to_https",
  "www_not_consolidated",
  "missing_hsts",
];
/** Checks of the site, and the response that each needs. */
const NEEDS: ReadonlyArray<readonly [id: string, fact: keyof SiteFacts]> = [
  ["http_not_redirected_to_https", "httpHome"],
  ["www_not_consolidated", "wwwHome"],
  ["unknown_urls_return_200", "unknownPath"],
  ["llms_txt_missing", "llmsTxt"],
  ["markdown_not_offered", "markdown"],
  ["ai_bots_blocked_by_waf", "asCrawlers"],
  ["missing_hsts", "home"],
  ["missing_security_headers", "home"],
];

/** Checks of rendered pages about faults that a template's sample does not show for its other pages. */
const NEED_RENDERING = ["js_errors", "render_timeout", "axe_violations", "axe_minor_violations"];

/**
 * The checks of a run that can't tell whether the site passes: silence is no pass. `rendering`: the run's pages by why they were
 * rendered or not.
 */
export function unansweredChecks(
  facts: SiteFacts,
  hostname: string,
  rendering: Readonly<Record<string, number>> = {},
): Unanswered[] {
  const found = new Map<string, string>();
  if (isLoopback(hostname))
    for (const id of ABOUT_HTTPS) found.set(id, "this host is on this machine, where http counts as secure");
  for (const [id, fact] of NEEDS)
    if (facts[fact] === null && !found.has(id)) found.set(id, "the audit could not request what it needs");
  const counts = Object.entries(rendering);
  const all = counts.reduce((sum, [, pages]) => sum + pages, 0);
  const unseen = counts.reduce((sum, [reason, pages]) => sum + (isRendered(reason) ? 0 : pages), 0);
  if (unseen > 0)
    for (const id of NEED_RENDERING)
      found.set(id, unseen === all ? "no page was rendered" : `${unseen} of ${all} pages were not rendered`);
  return [...found].map(([id, reason]) => ({ id, reason }));
}
