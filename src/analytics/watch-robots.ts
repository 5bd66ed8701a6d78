import { openDb } from "../db/client";
import { settingsOf, type Bindings } from "../env";
import { log } from "../lib/log";
import { mapBounded } from "../lib/async-pool";
import { sha256Hex } from "../lib/hash";
import { HOUR_MS, SECOND_MS } from "../lib/time";
import { egressRules, fetchRobots, homeOf } from "../web";
import { dayNumber } from "./core/window";
import { noteRobots, sitesToWatch, type WatchedSite } from "./robots-repo";

const CHECK_AFTER_MS = 6 * HOUR_MS;
const SITES_A_STEP = 50;
const AT_ONCE = 8;
const TIMEOUT_MS = 5 * SECOND_MS;

/**
 * Records the robots.txt versions of each domain that crawlers visit, so that each visit is judged by the version of
 * its time.
 */
export async function watchRobots(env: Bindings, now: number): Promise<string | null> {
  const db = openDb(env.DB);
  const sites = await sitesToWatch(db, dayNumber(now) - 1, now - CHECK_AFTER_MS, SITES_A_STEP);
  await mapBounded(sites, AT_ONCE, async (site) => {
    const text = await robotsText(env, site, now).catch((error: unknown) => {
      log("warn", "robots_not_watched", { domain: site.domain, error: String(error) });
      return null;
    });
    const seen = text === null ? null : { hash: await sha256Hex(text), text };
    await noteRobots(db, site.domainId, seen, now);
  });
  return sites.length < SITES_A_STEP ? null : "more";
}

/**
 * The robots.txt text; empty for a site without one. Null if the site does not respond, which says nothing about its
 * rules.
 */
async function robotsText(env: Bindings, site: WatchedSite, now: number): Promise<string | null> {
  const rules = egressRules(site, settingsOf(env).allowPrivateHosts);
  const { status, text } = await fetchRobots(homeOf(site.domain), rules, { now, timeoutMs: TIMEOUT_MS });
  if (status === 200) return text;
  return status >= 400 && status < 500 && status !== 429 ? "" : null;
}
