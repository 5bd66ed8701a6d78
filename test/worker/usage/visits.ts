import { consumeVisits } from "../../../src/analytics/consumer.ts";
import type { VisitEvent } from "../../../src/analytics/count/record-visits.ts";
import type { Units } from "../../../src/usage/units.ts";
import { call, env } from "../support/api.ts";
import { recorder } from "../support/tick.ts";
import { visitOfBot } from "../support/visits.ts";
import { each, runAlarms, settled, unitsOf } from "./measured.ts";
import { BOT, consumed, DAY_MS, metered, times, type Place } from "./place.ts";

async function countVisit(visit: VisitEvent): Promise<void> {
  const sent = recorder<unknown>();
  const bound = metered({ ...env, VISIT_QUEUE: sent.queue });
  await bound.VISIT_QUEUE.send([visit]);
  await consumed(consumeVisits, "crawlready-visits", sent.bodies, bound);
}

/** Lines of one upload. */
const LINES = 5_000;

/** Visits that arrive one per message, and imported lines of a log. */
export async function visits(place: Place): Promise<Record<"visitAlone" | "visitInBulk", Units>> {
  const stub = env.DOMAIN_VISITS.getByName(place.domainId);
  const [alone, bulk] = [times(200, 1_000), times(5_000, 100_000)];
  const at = Date.now() - DAY_MS;
  const first = await unitsOf(async () => {
    for (let i = 0; i < alone; i++) await countVisit(visitOfBot(place.domainId, { path: `/${i % 100}`, at: at + i }));
    await runAlarms(stub);
  }, 500);
  const line = (i: number) => {
    const time = new Date(at + (i % 80_000) * 1_000).toISOString();
    return JSON.stringify({
      time,
      method: "GET",
      path: `/log/${i % 500}`,
      status: 200,
      userAgent: BOT["user-agent"],
      ip: `192.0.2.${i % 250}`,
      n: i,
    });
  };
  const second = await unitsOf(async () => {
    for (let start = 0; start < bulk; start += LINES) {
      const body = Array.from({ length: LINES }, (_, i) => line(start + i)).join("\n");
      const headers = { ...place.account.auth, "content-type": "text/plain" };
      const sent = await call("POST", `/api/analytics/logs?domain=${place.site.host}`, { headers, body });
      if (sent.status >= 300) throw new Error(JSON.stringify(sent.body));
    }
    await settled();
    await runAlarms(stub);
  }, 500);
  return { visitAlone: each(first, alone), visitInBulk: each(second, bulk) };
}
