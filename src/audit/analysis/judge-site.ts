import { withHeartbeat } from "../../lib/time/heartbeat";
import { SECOND_MS } from "../../lib/time/time";
import type { RobotsFile } from "../../web";
import { runSiteChecks } from "../checks/run-checks";
import type { CanonicalHosts } from "../model/site/canonical-hosts";
import type { JobContext } from "../crawl/frontier/job-context";
import { probeSite } from "../crawl/fetch/probe-site";
import { isClosed } from "./scores/scores";
import type { JudgedSite } from "./gathered";

/** How often the job's lease is renewed while it waits for the site. */
const RENEW_MS = 8 * SECOND_MS;

/**
 * Requests what the site-wide checks need from the site, and runs them. `sitemapFound`: the run has read one; `canonicalHosts`:
 * what its pages name.
 */
export async function judgeSite(
  { stub, token, job, rules }: JobContext,
  robots: RobotsFile,
  sitemapFound: boolean,
  canonicalHosts: CanonicalHosts,
): Promise<JudgedSite> {
  // On a slow site these requests can outlast the job's lease.
  const probed = await withHeartbeat(
    probeSite(job.config, rules, robots, sitemapFound),
    () => stub.renew(token),
    RENEW_MS,
  );
  const facts = { ...probed, canonicalHosts };
  const issues = runSiteChecks(facts);
  return { facts, issues, isBlocked: isClosed(issues) };
}
