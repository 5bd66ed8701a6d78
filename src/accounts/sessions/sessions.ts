import { LONGEST_SESSION_MS } from "../core/session-rules";
import { openAuth, type AuthEnv } from "./open-auth";

/**
 * The result of a correct password: a session, a user who must first prove the email, or a request for the second
 * factor.
 */
export type Opened =
  | { kind: "session"; userId: string; headers: Headers }
  | { kind: "second_factor"; headers: Headers }
  | { kind: "unproven" };

/** Stored user agents are cut to this length. */
const MAX_USER_AGENT = 300;

/**
 * Checks a password and opens a session; returns null if email and password don't match. An unknown email takes as long
 * as a wrong password. Callers must pass on every Set-Cookie header.
 */
export async function openSession(
  env: AuthEnv,
  request: Request,
  input: { email: string; password: string },
): Promise<Opened | null> {
  const auth = await openAuth(env, request.url);
  const { isAPIError } = await import("./auth-library");
  try {
    const { response, headers } = await auth.api.signInEmail({
      body: input,
      headers: clientHeaders(request),
      returnHeaders: true,
    });
    // If the user has a second factor, the plugin responds instead of the route.
    if ("twoFactorRedirect" in response) return { kind: "second_factor", headers };
    return { kind: "session", userId: response.user.id, headers };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.body?.code === "EMAIL_NOT_VERIFIED") return { kind: "unproven" };
    if (error.status === "UNAUTHORIZED") return null;
    throw error;
  }
}

/**
 * Sets a new password and ends the user's other sessions; returns null if the current password is wrong. The headers
 * carry the cookie of the remaining session.
 */
export async function renewPassword(
  env: AuthEnv,
  request: Request,
  input: { currentPassword: string; newPassword: string },
): Promise<Headers | null> {
  const auth = await openAuth(env, request.url);
  const { isAPIError } = await import("./auth-library");
  try {
    const body = { ...input, revokeOtherSessions: true };
    const { headers } = await auth.api.changePassword({ body, headers: request.headers, returnHeaders: true });
    return headers;
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "INVALID_PASSWORD") return null;
    throw error;
  }
}

/** Whether this is the password of the signed-in user. */
export async function checkPassword(env: AuthEnv, request: Request, password: string): Promise<boolean> {
  const auth = await openAuth(env, request.url);
  const { isAPIError } = await import("./auth-library");
  try {
    await auth.api.verifyPassword({ body: { password }, headers: request.headers });
    return true;
  } catch (error) {
    if (isAPIError(error) && error.body?.code === "INVALID_PASSWORD") return false;
    throw error;
  }
}

/** Ends the request's session if it has one. The headers clear the cookie. */
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
  emailVerified: boolean;
  twoFactorEnabled: boolean;
  headers: Headers;
}

/** The session behind the request's cookie, or null if there is none or it is too old. `prolong` extends a session that is a day old; `headers` then carry its new cookie. */
export async function readSession(
  env: AuthEnv,
  request: Request,
  prolong: boolean,
  now: number,
): Promise<LiveSession | null> {
  if (!request.headers.get("cookie")?.includes("crawlready.session_token=")) return null;
  const auth = await openAuth(env, request.url);
  const { response, headers } = await auth.api.getSession({
    headers: request.headers,
    query: { disableRefresh: !prolong },
    returnHeaders: true,
  });
  if (!response || response.session.createdAt.getTime() + LONGEST_SESSION_MS <= now) return null;
  const { id, email, name, emailVerified, twoFactorEnabled } = response.user;
  return {
    sessionId: response.session.id,
    userId: id,
    expiresAt: response.session.expiresAt,
    user: { id, email, name },
    emailVerified,
    twoFactorEnabled: twoFactorEnabled ?? false,
    headers,
  };
}

/** Passes only the client's address and user agent to the library, for the session row. */
function clientHeaders(request: Request): Headers {
  const headers = new Headers();
  for (const name of ["cf-connecting-ip", "user-agent"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value.slice(0, MAX_USER_AGENT));
  }
  return headers;
}
