import { sql } from "drizzle-orm";
import type { Db } from "../../db/client";

/** An audit that ended, and whom to tell. */
export interface WantedMail {
  runId: string;
  userId: string;
  domain: string;
  status: string;
  completedAt: number;
  pagesCrawled: number;
  scoreState: string | null;
  siteScore: number | null;
  /** Null: they left the account or may not see the domain, or their address is not proven. */
  email: string | null;
}

/** Ended audits whose mail waits, the oldest first. */
export function wantedMails(db: Db, limit: number): Promise<WantedMail[]> {
  return db.all<WantedMail>(sql`
    SELECT r.id AS runId, r.mail_to AS userId, r.domain, r.status, r.completed_at AS completedAt,
      r.pages_crawled AS pagesCrawled, r.score_state AS scoreState, r.site_score AS siteScore, u.email
    FROM audit_run AS r
    LEFT JOIN membership AS m ON m.account_id = r.account_id AND m.user_id = r.mail_to
      AND (m.domains IS NULL OR EXISTS (SELECT 1 FROM json_each(m.domains) WHERE value = r.domain))
    LEFT JOIN user AS u ON u.id = m.user_id AND u.email_verified = 1
    WHERE r.mail_to IS NOT NULL AND r.completed_at IS NOT NULL ORDER BY r.completed_at LIMIT ${limit}`);
}

/** Takes an audit's mail, once. */
export async function takeMail(db: Db, { runId }: WantedMail): Promise<boolean> {
  const { meta } = await db.run(sql`UPDATE audit_run SET mail_to = NULL WHERE id = ${runId} AND mail_to IS NOT NULL`);
  return meta.changes > 0;
}

/** Gives a mail back that was not accepted. */
export async function giveBackMail(db: Db, { runId, userId }: WantedMail): Promise<void> {
  await db.run(sql`UPDATE audit_run SET mail_to = ${userId} WHERE id = ${runId} AND mail_to IS NULL`);
}
