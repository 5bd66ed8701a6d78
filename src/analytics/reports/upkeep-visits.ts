import { openDb } from "../../db/client";
import { settingsOf, signerOf, type Bindings } from "../../env";
import { sha256Hex } from "../../lib/crypto/hash";
import { log } from "../../lib/text/log";
import { SECOND_MS } from "../../lib/time/time";
import { egressRules, fetchRobots, homeOf } from "../../web";
import { findSite, type WatchedSite } from "./robots-repo";
import { visitsOf } from "../count/visits-of";

const TIMEOUT_MS = 5 * SECOND_MS;

/**
 * Keeps a domain's visits in order: deletes what no report can show any longer, and records the versions of its
 * robots.txt, so that each visit is judged by the version of its time. May run at any time and any number of times.
 */
export async function upkeepVisits(env: Bindings, domainId: string, now: number): Promise<void> {
  const visits = visitsOf(env, domainId);
  const { robotsDue } = await visits.upkeep(now);
  if (robotsDue) await checkRobots(env, domainId, now);
}

/** Fetches the domain's robots.txt and records it. */
async function checkRobots(env: Bindings, domainId: string, now: number): Promise<void> {
  const site = await findSite(openDb(env.DB), domainId);
  if (!site) return;
  const text = await robotsText(env, site, now).catch((error: unknown) => {
    log("warn", "robots_not_watched", { domain: site.domain, error: String(error) });
    return null;
  });
  await visitsOf(env, domainId).noteRobots(text === null ? null : { hash: await sha256Hex(text), text }, now);
}

/**
 * The robots.txt text; empty for a site without one. Null if the site does not respond, which means nothing for its
 * rules.
 */
async function robotsText(env: Bindings, site: WatchedSite, now: number): Promise<string | null> {
  const rules = egressRules(site, settingsOf(env).allowPrivateHosts, signerOf(env));
  const { status, text } = await fetchRobots(homeOf(site.domain), rules, { now, timeoutMs: TIMEOUT_MS });
  if (status === 200) return text;
  return status >= 400 && status < 500 && status !== 429 ? "" : null;
}
