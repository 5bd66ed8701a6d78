import { mailEndedAudits } from "../automation/digest/mail-ended-audits";
import { sendEvents } from "../automation/webhooks/send-events";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { hasNews } from "../events/outbox-repo";

/** Job: mails about audits that ended, and recorded events. `after`: the last event's place in the outbox. */
export async function sendNews(env: Bindings, now: number, after: string | null): Promise<string | null> {
  if (after === null) {
    if (!(await hasNews(openDb(env.DB)))) return null;
    await mailEndedAudits(env, now);
  }
  return sendEvents(env, now, after);
}
