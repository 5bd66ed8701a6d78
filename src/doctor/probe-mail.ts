import type { Bindings } from "../env";
import { mailerOf, testMail } from "../mail";
import type { DoctorProbe } from "./core/checkup";
import { tryProbe, WORKS } from "./try-probe";

/** Sends a mail to the operator if an address is given. */
export function probeMail(env: Bindings, to: string | null): Promise<DoctorProbe> {
  return tryProbe(env, { part: "mail", name: "mail" }, async () => {
    const mailer = mailerOf(env);
    if (!mailer) {
      const hasTransport = env.EMAIL !== undefined || (env.EMAIL_API_URL && env.EMAIL_API_KEY);
      const isHalf = Boolean(env.EMAIL_FROM) || Boolean(hasTransport);
      return isHalf ? { state: "fails", reason: "incomplete" } : { state: "untried", reason: "unset" };
    }
    if (!mailer.reaches) return { state: "untried", reason: "printed" };
    if (to === null) return { state: "untried", reason: "nobody" };
    await mailer.send(testMail(to));
    return { ...WORKS, detail: "the transport accepted a mail" };
  });
}
