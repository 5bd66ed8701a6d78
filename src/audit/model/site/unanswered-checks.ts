import { isLoopback } from "../page/audited-page";
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

/** The checks of a run that can't tell whether the site passes: silence is no pass. */
export function unansweredChecks(facts: SiteFacts, hostname: string): Unanswered[] {
  const found = new Map<string, string>();
  if (isLoopback(hostname))
    for (const id of ABOUT_HTTPS) found.set(id, "this host is on this machine, where http counts as secure");
  for (const [id, fact] of NEEDS)
    if (facts[fact] === null && !found.has(id)) found.set(id, "the audit could not request what it needs");
  return [...found].map(([id, reason]) => ({ id, reason }));
}
