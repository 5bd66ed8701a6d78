import { desc, eq, lt } from "drizzle-orm";
import type { Db } from "../db/client";
import { printedMail } from "../db/schema";

export interface PrintedMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  at: number;
}

export async function insertPrintedMail(db: Db, mail: PrintedMail): Promise<void> {
  const { id, to, subject, text, html, at } = mail;
  await db.insert(printedMail).values({ id, recipient: to, subject, text, html, at });
}

/** Printed mails, newest first, to one address or to all. */
export function listPrintedMails(db: Db, to: string | undefined, limit: number): Promise<PrintedMail[]> {
  const { id, recipient, subject, text, html, at } = printedMail;
  return db
    .select({ id, to: recipient, subject, text, html, at })
    .from(printedMail)
    .where(to === undefined ? undefined : eq(recipient, to.toLowerCase()))
    .orderBy(desc(at), desc(id))
    .limit(limit)
    .all();
}

export async function deletePrintedMails(db: Db, before: number): Promise<void> {
  await db.delete(printedMail).where(lt(printedMail.at, before));
}
