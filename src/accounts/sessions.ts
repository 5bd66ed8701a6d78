import type { Bindings } from "../env";
import { openDb } from "../db/client";
import { credential, session, user, verification } from "../db/schema";
import { ApiError } from "../errors/api-error";
import { DAY_MS, SECOND_MS } from "../lib/time";
import { hashPassword, verifyPassword } from "./core/password";
import { isLocalHost } from "./core/same-origin";

type AuthEnv = Pick<Bindings, "DB" | "AUTH_SECRET">;

const SESSION_SECONDS = (7 * DAY_MS) / SECOND_MS;
/** A session in use is prolonged when this much of it has passed. */
const PROLONG_AFTER_SECONDS = DAY_MS / SECOND_MS;

/**
 * The auth library over our tables, for the origin that the request came to. Imported on first use: requests with a key
 * never load it.
 * @throws ApiError `sessions_unavailable` without AUTH_SECRET.
 */
async function openAuth(env: AuthEnv, requestUrl: string) {
  if (!env.AUTH_SECRET) throw new ApiError("sessions_unavailable", "Sessions need the secret AUTH_SECRET to be set.");
  const [{ betterAuth }, { drizzleAdapter }] = await Promise.all([
    import("better-auth/minimal"),
    import("@better-auth/drizzle-adapter"),
  ]);
  const { origin, hostname } = new URL(requestUrl);
  return betterAuth({
    secret: env.AUTH_SECRET,
    baseURL: origin,
    basePath: "/api/auth",
    database: drizzleAdapter(openDb(env.DB), {
      provider: "sqlite",
      schema: { user, session, account: credential, verification },
    }),
    emailAndPassword: { enabled: true, password: { hash: hashPassword, verify: verifyPassword } },
    session: { expiresIn: SESSION_SECONDS, updateAge: PROLONG_AFTER_SECONDS },
    advanced: {
      cookiePrefix: "crawlready",
      useSecureCookies: !isLocalHost(hostname),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
    },
    // Attempts are counted by our own limiter, which holds across isolates.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  });
}

export interface SignedIn {
  userId: string;
  /** Sets the session's cookie; pass every Set-Cookie on. */
  headers: Headers;
}

/** Checks a password and opens a session; null when email and password don't fit. An unknown email takes as long as a wrong password. */
export async function openSession(
  env: AuthEnv,
  request: Request,
  input: { email: string; password: string },
): Promise<SignedIn | null> {
  const auth = await openAuth(env, request.url);
  const { isAPIError } = await import("better-auth/api");
  try {
    const { response, headers } = await auth.api.signInEmail({
      body: input,
      headers: clientHeaders(request),
      returnHeaders: true,
    });
    return { userId: response.user.id, headers };
  } catch (error) {
    if (isAPIError(error) && error.status === "UNAUTHORIZED") return null;
    throw error;
  }
}

/**
 * Sets a new password and ends the user's other sessions; null when the current password is wrong. The headers carry the
 * cookie of the session that goes on.
 */
export async function renewPassword(
  env: AuthEnv,
  request: Request,
  input: { currentPassword: string; newPassword: string },
): Promise<Headers | null> {
  const auth = await openAuth(env, request.url);
  const { isAPIError } = await import("better-auth/api");
  try {
    const body = { ...input, revokeOtherSessions: true };
    const { headers } = await auth.api.changePassword({ body, headers: request.headers, returnHeaders: true });
    return headers;
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "INVALID_PASSWORD") return null;
    throw error;
  }
}

/** Ends the request's session, if it has one; the headers clear the cookie. */
export async function closeSession(env: AuthEnv, request: Request): Promise<Headers> {
  const auth = await openAuth(env, request.url);
  const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
  return headers;
}

export interface LiveSession {
  sessionId: string;
  userId: string;
  expiresAt: Date;
  user: { id: string; email: string; name: string };
  headers: Headers;
}

/** The session behind the request's cookie, or null. `prolong` renews one that is a day old; its new cookie is in `headers`. */
export async function readSession(env: AuthEnv, request: Request, prolong: boolean): Promise<LiveSession | null> {
  if (!request.headers.get("cookie")?.includes("crawlready.session_token=")) return null;
  const auth = await openAuth(env, request.url);
  const { response, headers } = await auth.api.getSession({
    headers: request.headers,
    query: { disableRefresh: !prolong },
    returnHeaders: true,
  });
  if (!response) return null;
  const { id, email, name } = response.user;
  return {
    sessionId: response.session.id,
    userId: id,
    expiresAt: response.session.expiresAt,
    user: { id, email, name },
    headers,
  };
}

/** What the library may know of the client: its address and program, for the session's row. */
function clientHeaders(request: Request): Headers {
  const headers = new Headers();
  for (const name of ["cf-connecting-ip", "user-agent"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}
