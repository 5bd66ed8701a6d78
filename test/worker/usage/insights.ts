import type { Units } from "../../../src/usage/units.ts";
import { addVisits } from "../../../src/analytics/count/add-visits.ts";
import { call, env } from "../support/api.ts";
import { visitOfBot } from "../support/visits.ts";
import { each, unitsOf } from "./measured.ts";
import { auditOf } from "./pages.ts";
import { DAY_MS, times, type Place } from "./place.ts";

/** What a domain's owner can look at in a day, all reports that join areas once: of a site with two audits and visits to all its pages. */
const READS = ["fixes", "unseen", "questions", "facts", "router", "errands", "first"];

/** One day of a domain whose owner, CI and assistant look at every joined report, and whose release sends the agent. */
export async function insights(place: Place): Promise<Record<"insightsDay", Units>> {
  const { account, site, domainId } = place;
  await auditOf(place, 100);
  await auditOf(place, 100);
  const now = Date.now();
  const visits = Array.from({ length: 300 }, (_, i) => ({
    event: visitOfBot(domainId, { path: `/page-${i % 100}`, at: now - (i % 20) * DAY_MS, reported: true, times: 3 }),
    verdict: "verified" as const,
  }));
  await addVisits(env, visits, now);
  const count = times(2, 20);
  const headers = account.auth;
  const checked = async (work: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await work;
    if (status >= 300) throw new Error(JSON.stringify(body));
  };
  const json = { domain: site.host };
  const units = await unitsOf(async () => {
    for (let i = 0; i < count; i++) {
      for (const report of READS)
        await checked(call("GET", `/api/analytics/${report}?domain=${site.host}`, { headers }));
      await checked(call("GET", `/api/prerender/ledger?domain=${site.host}&path=/`, { headers }));
      await checked(
        call("POST", "/api/analytics/policy/try", { headers, json: { ...json, robotsTxt: "User-agent: *" } }),
      );
      await checked(call("POST", "/api/analytics/errands", { headers, json }));
      // A list that was made within the hour is read again for nothing.
      await env.ARCHIVE.delete(`first/${domainId}.json`);
    }
  }, 500);
  return { insightsDay: each(units, count) };
}
