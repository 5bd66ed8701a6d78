import { dailyVisits, stoppedCrawlers, watchedDays } from "../../analytics";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { announceEvents, recordEvents, type NewEvent } from "../../events";
import { newSpoofing } from "./core/visit-events";
import { webhooksOfDomain } from "./webhook-repo";

const WATCHED = ["crawler.stopped", "spoofing.seen"];

/**
 * Part of a domain's upkeep: reports crawlers that stopped and impostors. Reads only the endpoints if none subscribes
 * to these events. Repeating it reports nothing twice, because the same visits give the same events.
 */
export async function watchVisits(env: Bindings, domainId: string, now: number): Promise<void> {
  const db = openDb(env.DB);
  const wants = (events: string[] | null) => events === null || WATCHED.some((type) => events.includes(type));
  const first = (await webhooksOfDomain(db, domainId)).find(({ events }) => wants(events));
  if (!first) return;
  const { rows, today, dayText } = await dailyVisits(env, domainId, watchedDays(), now);
  const about = { accountId: first.accountId, domainId, at: now };
  const events: NewEvent[] = [];
  for (const { lastDay, ...crawler } of stoppedCrawlers(rows, today)) {
    const id = `crawler.stopped:${domainId}:${crawler.provider}:${crawler.kind}:${lastDay}`;
    events.push({ ...about, id, type: "crawler.stopped", data: { ...crawler, lastDay: dayText(lastDay) } });
  }
  for (const { provider, kind, day, visits } of newSpoofing(rows, today)) {
    const id = `spoofing.seen:${domainId}:${provider}:${kind}:${day}`;
    events.push({ ...about, id, type: "spoofing.seen", data: { provider, kind, day: dayText(day), visits } });
  }
  await recordEvents(db, events);
  if (events.length > 0) await announceEvents(env);
}
