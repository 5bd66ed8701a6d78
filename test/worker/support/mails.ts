import { call, OPERATOR, until } from "./api.ts";

export interface PrintedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Printed mails to this address, newest first. */
export async function mailsTo(email: string): Promise<PrintedMail[]> {
  const { body } = await call("GET", `/api/admin/mails?to=${encodeURIComponent(email)}`, { headers: OPERATOR });
  return body.mails;
}

/** Waits for a mail with this subject. Returns its link's token, or "" if it has no link. */
export async function tokenMailed(email: string, subject: string, nth = 1): Promise<string> {
  const mail = await until(async () => {
    const found = (await mailsTo(email)).filter((each) => each.subject === subject);
    return found.length >= nth && found[0];
  });
  return tokenIn(mail.text);
}

export function tokenIn(text: string): string {
  return /[?&]token=(\w+)/.exec(text)?.[1] ?? "";
}
