import { openDb } from "../db/client";
import { settingsOf, type Bindings } from "../env";
import type { Mail } from "./core/mails";
import { sendByHttp } from "./send-by-http";
import { printMail } from "./print-mail";

export type MailEnv = Pick<
  Bindings,
  "DB" | "EMAIL" | "EMAIL_FROM" | "EMAIL_API_URL" | "EMAIL_API_KEY" | "EMAIL_PRINT" | "API_HOSTS"
>;

/** Sends a mail, or throws. */
export interface Mailer {
  /** A mail that is only printed reaches nobody, and so proves nothing. */
  reaches: boolean;
  send: (mail: Mail) => Promise<void>;
}

/**
 * How this service sends mail, or null when it can't: by the `EMAIL` binding, else by the HTTP API at EMAIL_API_URL, else, with
 * EMAIL_PRINT, into the log and the operator's list. Mail that reaches people needs API_HOSTS: a link in it must not follow the
 * Host header of whoever asked for the mail.
 */
export function mailerOf(env: MailEnv): Mailer | null {
  const { EMAIL: binding, EMAIL_FROM: from, EMAIL_API_URL: url, EMAIL_API_KEY: key } = env;
  if (from && settingsOf(env).apiHosts.size > 0) {
    if (binding) return { reaches: true, send: async (mail) => void (await binding.send({ from, ...mail })) };
    if (url && key) return { reaches: true, send: (mail) => sendByHttp({ url, key, from }, mail) };
  }
  if (env.EMAIL_PRINT === "true")
    return { reaches: false, send: (mail) => printMail(openDb(env.DB), mail, Date.now()) };
  return null;
}
