import { openDb } from "../../db/client";
import { credential, session, twoFactor, user, verification } from "../../db/schema";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { DAY_MS, SECOND_MS } from "../../lib/time/time";
import { mailerOf } from "../../mail";
import { hashPassword, verifyPassword } from "../core/password";
import { isLocalHost } from "../core/same-origin";

export type AuthEnv = Pick<
  Bindings,
  "DB" | "AUTH_SECRET" | "API_HOSTS" | "EMAIL" | "EMAIL_FROM" | "EMAIL_API_URL" | "EMAIL_API_KEY" | "EMAIL_PRINT"
>;

const SESSION_SECONDS = (7 * DAY_MS) / SECOND_MS;
/** Using a session extends it once this much of its lifetime has passed. */
const PROLONG_AFTER_SECONDS = DAY_MS / SECOND_MS;
export const COOKIE_PREFIX = "crawlready";

/** A session needs a proven email only if mails are really delivered; otherwise nobody could prove one. */
export const needsProof = (env: AuthEnv): boolean => mailerOf(env)?.reaches ?? false;

/**
 * Opens the auth library on our tables, for the request's origin. It is imported on first use, so requests with an API
 * key never load it.
 * @throws ApiError `sessions_unavailable` without AUTH_SECRET.
 */
export async function openAuth(env: AuthEnv, requestUrl: string) {
  if (!env.AUTH_SECRET) throw new ApiError("sessions_unavailable", "Sessions need the secret AUTH_SECRET.");
  const { betterAuth, drizzleAdapter, twoFactor: twoFactorPlugin } = await import("./auth-library");
  const { origin, hostname } = new URL(requestUrl);
  return betterAuth({
    appName: "Crawlready",
    secret: env.AUTH_SECRET,
    baseURL: origin,
    basePath: "/api/auth",
    database: drizzleAdapter(openDb(env.DB), {
      provider: "sqlite",
      schema: { user, session, account: credential, verification, twoFactor },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: needsProof(env),
      password: { hash: hashPassword, verify: verifyPassword },
    },
    plugins: [twoFactorPlugin()],
    session: { expiresIn: SESSION_SECONDS, updateAge: PROLONG_AFTER_SECONDS },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: !isLocalHost(hostname),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
    },
    // Our own limiter counts attempts; unlike the library's, it works across isolates.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
}
