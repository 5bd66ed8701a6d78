import { dailyVisits } from "../../analytics";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { announceEvents, recordEvents, type NewEvent } from "../../events";
import { newSpoofing, stoppedCrawlers, WATCHED_DAYS } from "./core/visit-events";
import { webhooksOfDomain } from "./webhook-repo";

const WATCHED = ["crawler.stopped", "spoofing.seen"];

/**
 * A domain's upkeep: tells of crawlers that stopped and of impostors. Reads nothing but the endpoints if none wants to
 * know. Looking again tells nothing twice, because the same visits give the same events.
 */
export async function watchVisits(env: Bindings, domainId: string, now: number): Promise<void> {
  const db = openDb(env.DB);
  const wanting = (await webhooksOfDomain(db, domainId)).filter(
    ({ events }) => events === null || WATCHED.some((type) => events.includes(type)),
  );
  const [first] = wanting;
  if (!first) return;
  const { rows, today, dayText } = await dailyVisits(env, domainId, WATCHED_DAYS, now);
  const about = { accountId: first.accountId, domainId, at: now };
  const stopped = stoppedCrawlers(rows, today).map(({ lastDay, ...crawler }): NewEvent => {
    const id = `crawler.stopped:${domainId}:${crawler.provider}:${crawler.kind}:${lastDay}`;
    return { ...about, id, type: "crawler.stopped", data: { ...crawler, lastDay: dayText(lastDay) } };
  });
  const spoofing = newSpoofing(rows, today).map(({ provider, kind, day, visits }): NewEvent => {
    const id = `spoofing.seen:${domainId}:${provider}:${kind}:${day}`;
    return { ...about, id, type: "spoofing.seen", data: { provider, kind, day: dayText(day), visits } };
  });
  await recordEvents(db, [...stopped, ...spoofing]);
  if (stopped.length + spoofing.length > 0) await announceEvents(env);
}
