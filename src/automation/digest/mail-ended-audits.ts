import { linkOrigin } from "../../accounts";
import { openDb } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { sitePath } from "../../lib/hosts/page-paths";
import { DAY_MS } from "../../lib/time/time";
import { auditEndedMail, mailerOf, trySending } from "../../mail";
import { giveBackMail, takeMail, wantedMails } from "./ended-audits-repo";

const MAILS_A_CALL = 20;
/** After that, nobody waits for the mail any more. */
const KEPT_MS = DAY_MS;

/**
 * Mails members who asked for it that their audit has ended. Each mail is taken before it is sent, so that a call that comes twice
 * mails once. One that is not accepted is given back for the next call, and holds up no other unless the hour's mails are used up.
 */
export async function mailEndedAudits(env: Bindings, now: number): Promise<void> {
  const [host] = settingsOf(env).apiHosts;
  if (host === undefined || !mailerOf(env)) return;
  const db = openDb(env.DB);
  const origin = linkOrigin(settingsOf(env).apiHosts, `http://${host}`);
  for (const wanted of await wantedMails(db, MAILS_A_CALL)) {
    const { domain, runId, status, email, completedAt, pagesCrawled: pages, scoreState, siteScore } = wanted;
    if (!(await takeMail(db, wanted)) || email === null || completedAt < now - KEPT_MS) continue;
    const health = scoreState === "scored" && siteScore !== null ? Math.round(siteScore) : null;
    const url = origin + sitePath(domain, "audits/:runId", { runId });
    const mail = auditEndedMail(email, { domain, url, failed: status === "error", pages, health });
    const outcome = await trySending(env, mail, "digest");
    if (outcome === "sent") continue;
    await giveBackMail(db, wanted);
    if (outcome === "ceiling") return;
  }
}
