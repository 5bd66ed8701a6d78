import { call, OPERATOR, until } from "./api.ts";

export interface PrintedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Mails that were printed for this address, newest first. */
export async function mailsTo(email: string): Promise<PrintedMail[]> {
  const { body } = await call("GET", `/api/admin/mails?to=${encodeURIComponent(email)}`, { headers: OPERATOR });
  return body.mails;
}

/** Waits until a mail with this subject came; its link's token, or "" without one. */
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
