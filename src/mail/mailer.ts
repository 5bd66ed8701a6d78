import { openDb } from "../db/client";
import { settingsOf, type Bindings } from "../env";
import { isSwitchedOn } from "../settings/values";
import type { Mail } from "./core/mails";
import { sendByHttp } from "./send-by-http";
import { printMail } from "./print-mail";

export type MailEnv = Pick<
  Bindings,
  "DB" | "EMAIL" | "EMAIL_FROM" | "EMAIL_API_URL" | "EMAIL_API_KEY" | "EMAIL_PRINT" | "API_HOSTS"
>;

/** Sends a mail or throws. */
export interface Mailer {
  /** Whether mails are really delivered. A printed mail reaches nobody, so it proves nothing. */
  reaches: boolean;
  send: (mail: Mail) => Promise<void>;
}

/**
 * How this service sends mail; null if it can't. Uses the `EMAIL` binding, else the HTTP API at EMAIL_API_URL, else,
 * with EMAIL_PRINT, the log and the operator's list. Real delivery requires API_HOSTS, because links must not depend on
 * the requester's Host header.
 */
export function mailerOf(env: MailEnv): Mailer | null {
  const { EMAIL: binding, EMAIL_FROM: from, EMAIL_API_URL: url, EMAIL_API_KEY: key } = env;
  if (from && settingsOf(env).apiHosts.size > 0) {
    if (binding) return { reaches: true, send: async (mail) => void (await binding.send({ from, ...mail })) };
    if (url && key) return { reaches: true, send: (mail) => sendByHttp({ url, key, from }, mail) };
  }
  if (isSwitchedOn(env, "EMAIL_PRINT"))
    return { reaches: false, send: (mail) => printMail(openDb(env.DB), mail, Date.now()) };
  return null;
}
