import type { HostRow } from "../../accounts";
import { classifyUserAgent, recordVisits, referralOf } from "../../analytics";
import type { Bindings } from "../../env";
import { countHit, meteredEnv } from "../../usage/metered-env";
import { isRenderer, preferredForm } from "../core/serving-rules";
import { leasedPage } from "./cached-page";
import { isKeyPath } from "./key-file";
import { LLMS_TXT_PATH } from "./llms-txt";
import { isTwinPath } from "./markdown-twin";
import { passThrough, refuseLoop } from "./origin";
import type { Defer } from "./page-request";
import { repeatedLookup } from "./repeated-requests";
import { serveSnapshot } from "./serve-snapshot";
import { withoutKeys } from "./service-credentials";
import { siteOf, type PrerenderSite } from "../cache/site";

/** Serves a leased page to a request like an earlier one. Null: this isolate has to find out what the request is for. */
export async function serveRepeated(raw: Bindings, request: Request, defer: Defer): Promise<Response | null> {
  const lookup = repeatedLookup(request, Date.now(), defer);
  if (!lookup) return null;
  const env = meteredEnv(raw, lookup.site.domainId);
  const answer = await leasedPage(env, lookup).catch(() => null);
  if (answer === null || answer === "origin") return null;
  countHit(env);
  return answer;
}

/** Serves a customer's own traffic: crawlers get the snapshot, everyone else the unchanged origin. */
export async function serveEdge(
  env: Bindings,
  row: HostRow,
  { request, url, defer }: { request: Request; url: URL; defer: Defer },
): Promise<Response> {
  refuseLoop(request, row.domain);
  const site = siteOf(row);
  const pathAndQuery = withoutKeys(url.pathname + url.search);
  if (isRenderer(request.headers)) return passThrough(request, site, pathAndQuery, "host");
  if (wantsSnapshot(site, request, url.pathname))
    return serveSnapshot(env, { request, site, pathAndQuery, by: "host", defer });
  const response = await passThrough(request, site, pathAndQuery, "host");
  const referral = referralOf(request, row.id, response.status, Date.now());
  if (referral) defer(recordVisits(env.VISIT_QUEUE, [referral]));
  return response;
}

/** True for crawlers, and for requests for Markdown, llms.txt or a key file, which browsers hardly ever send. */
function wantsSnapshot(site: PrerenderSite, { headers }: Request, pathname: string): boolean {
  if (site.llmsTxt && pathname === LLMS_TXT_PATH) return true;
  if (isKeyPath(pathname)) return true;
  if (site.markdown && isTwinPath(pathname)) return true;
  if (classifyUserAgent(headers.get("user-agent"))) return true;
  return site.markdown && preferredForm(headers.get("accept") ?? "", true) === "markdown";
}
