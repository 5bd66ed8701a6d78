import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { twoFactorMail } from "../../mail";
import type { SessionCaller } from "../core/caller";
import { limitRate, rateLimitError } from "../throttle/limit-rate";
import { sendNotice, type Later } from "../mail-links/mail-link";
import { findMemberOfUser } from "../repo/members";
import { openAuth } from "../sessions/open-auth";
import { actorOf, recordAction } from "../repo/record-action";
import { noteSignIn } from "./sign-in";
import { readSession } from "../sessions/sessions";
import { deleteChallenges, deleteEarlierSessions, deleteSessionByToken, lockedUntil } from "../repo/sessions";
import { SECOND_MS } from "../../lib/time/time";
import { addressOf, throttlePassword, useCode } from "../throttle/throttle-sign-in";

/**
 * Codes per minute that one address may try. The library also allows five per sign-in and ten wrong codes in a row per
 * user.
 */
const CODES_PER_ADDRESS = 30;
/** How long the library locks a user's second factor after ten wrong codes in a row, each after a correct password. */
const LOCK_SECONDS = 900;
/** The cookie of a sign-in that waits for a code: the library's name of the sign-in, and a signature. */
const WAITING = /two_factor=(2fa-[^.;%]{1,100})/;

const wrongCode = () =>
  new ApiError("invalid_code", "The code is wrong or was already used, or the sign-in has expired; sign in again.");
const wrongFirstCode = () => new ApiError("invalid_code", "The code is wrong. Enter the one that your app shows now.");

/** Seconds until the second factor of a sign-in that waits for a code can be tried again. */
async function lockSeconds(env: Bindings, { headers }: Request, now: number): Promise<number> {
  const waiting = WAITING.exec(headers.get("cookie") ?? "")?.[1];
  const until = waiting === undefined ? null : await lockedUntil(openDb(env.DB), waiting);
  return until === null || until <= now ? LOCK_SECONDS : Math.min(LOCK_SECONDS, Math.ceil((until - now) / SECOND_MS));
}

/** Translates the library's errors into ours. `lock`: how long codes are refused; `wrong`: what is said of a wrong one. */
async function translate<T>(
  work: () => Promise<T>,
  { lock = async () => LOCK_SECONDS, wrong = wrongCode }: { lock?: () => Promise<number>; wrong?: () => ApiError } = {},
): Promise<T> {
  const { isAPIError } = await import("../sessions/auth-library");
  try {
    return await work();
  } catch (error) {
    if (!isAPIError(error)) throw error;
    switch (error.body?.code) {
      case "INVALID_PASSWORD":
        throw new ApiError("invalid_credentials", "The password is wrong.");
      case "ACCOUNT_TEMPORARILY_LOCKED":
        throw rateLimitError("Too many wrong codes", await lock());
      case "TOTP_ALREADY_ENABLED":
        throw new ApiError("two_factor_conflict", "The second factor is already on; turn it off first.");
      case "TOTP_NOT_ENABLED":
      case "TWO_FACTOR_NOT_ENABLED":
      case "BACKUP_CODES_NOT_ENABLED":
        throw new ApiError("two_factor_conflict", "The second factor is not on; turn it on first.");
      default:
        if (error.statusCode >= 500) throw error;
        throw wrong();
    }
  }
}

/** Runs work that needs the user's password. A wrong password counts as a failure of this user. */
async function withPassword<T>(env: Bindings, caller: SessionCaller, work: () => Promise<T>): Promise<T> {
  const attempt = await throttlePassword(env, caller.userId);
  const result = await translate(work);
  await attempt.passed();
  return result;
}

/**
 * Returns the secret for an authenticator app and ten backup codes. Sign-in does not require a code until a first code
 * has been verified.
 */
export async function enableTwoFactor(env: Bindings, caller: SessionCaller, request: Request, password: string) {
  const auth = await openAuth(env, request.url);
  const enabled = await withPassword(env, caller, () =>
    auth.api.enableTwoFactor({ body: { password, method: "totp" }, headers: request.headers }),
  );
  if (enabled.method !== "totp") throw new Error("the auth library enabled a different method than requested");
  return { totpURI: enabled.totpURI, backupCodes: enabled.backupCodes };
}

/** Returns ten new backup codes; the old ones stop working. */
export async function renewBackupCodes(env: Bindings, caller: SessionCaller, request: Request, password: string) {
  const auth = await openAuth(env, request.url);
  const { backupCodes } = await withPassword(env, caller, () =>
    auth.api.generateBackupCodes({ body: { password }, headers: request.headers }),
  );
  return { backupCodes };
}

/** Turns the second factor off. The headers carry the cookie of the remaining session. */
export async function disableTwoFactor(
  env: Bindings,
  caller: SessionCaller,
  request: Request,
  password: string,
  later: Later,
  now: number,
): Promise<Headers> {
  const auth = await openAuth(env, request.url);
  const { headers } = await withPassword(env, caller, () =>
    auth.api.disableTwoFactor({ body: { password }, headers: request.headers, returnHeaders: true }),
  );
  const { accountId, userId, email } = caller;
  const db = openDb(env.DB);
  await deleteChallenges(db, userId);
  const action = { accountId, actor: actorOf(caller), action: "member.two_factor_disabled", target: userId };
  await recordAction(db, action, now);
  later(sendNotice(env, twoFactorMail(email, false)));
  return headers;
}

async function noteTurnedOn(env: Bindings, userId: string, email: string, later: Later, now: number): Promise<void> {
  const db = openDb(env.DB);
  const member = await findMemberOfUser(db, userId);
  if (!member) return;
  const action = { action: "member.two_factor_enabled", target: userId };
  await recordAction(db, { accountId: member.accountId, actor: { kind: "user", id: userId }, ...action }, now);
  later(sendNotice(env, twoFactorMail(email, true)));
}

/** A backup code as it was shown: five characters, a hyphen, and five. People leave out the hyphen, or put spaces in. */
function backupCode(given: string): string {
  const plain = given.replaceAll(/[\s-]/g, "");
  return plain.length === 10 ? `${plain.slice(0, 5)}-${plain.slice(5)}` : given;
}

/**
 * Verifies an authenticator code or a backup code. It completes a sign-in that is waiting for a code; for a signed-in
 * user, the first correct code turns the second factor on.
 * @throws ApiError `invalid_code`, `rate_limited`, `two_factor_conflict`.
 */
export async function verifySecondFactor(
  env: Bindings,
  request: Request,
  kind: "totp" | "backup",
  given: string,
  later: Later,
  now: number,
) {
  await limitRate(env, `second-factor:${addressOf(request)}`, CODES_PER_ADDRESS);
  const auth = await openAuth(env, request.url);
  const before = await readSession(env, request, false, now);
  const code = kind === "backup" ? backupCode(given) : given;
  const input = { body: { code }, headers: request.headers, returnHeaders: true } as const;
  const { response, headers } = await translate(
    () => (kind === "totp" ? auth.api.verifyTOTP(input) : auth.api.verifyBackupCode(input)),
    { lock: () => lockSeconds(env, request, now), wrong: before ? wrongFirstCode : wrongCode },
  );
  const { id, email, name } = response.user;
  // A code that turned the second factor on is used, too.
  const isFresh = kind === "backup" || (await useCode(env, id, code));
  if (!before && !isFresh) {
    if (response.token) await deleteSessionByToken(openDb(env.DB), response.token);
    throw wrongCode();
  }
  if (!before) await noteSignIn(env, request, id, now);
  else if (kind === "totp" && !before.twoFactorEnabled) {
    // Sessions that began without it end; the library replaces this one with another.
    await deleteEarlierSessions(openDb(env.DB), id, now, before.sessionId);
    await noteTurnedOn(env, id, email, later, now);
  }
  return { user: { userId: id, email, name }, headers };
}
