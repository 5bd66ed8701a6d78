import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time/time";

export const CODE_MS = 60 * SECOND_MS;
export const ACCESS_MS = HOUR_MS;
/** A connection that is not used for so long ends. */
export const IDLE_MS = 60 * DAY_MS;
/**
 * How long a replaced refresh token gets the same answer again: the first may have been lost, or an app asked twice at once.
 */
export const REPEAT_MS = 30 * SECOND_MS;
/** How long the app itself may send a used code again without harm: it asked more than once at the same time. */
export const CODE_REPEAT_MS = 10 * SECOND_MS;

export const ACCESS_PREFIX = "cra_";
const REFRESH = /^crr_[A-Za-z0-9]{43}_[A-Za-z0-9]{43,64}$/;

/** The part that all refresh tokens of a connection share; null: it is not a refresh token. */
export const familyOf = (token: string): string | null => (REFRESH.test(token) ? token.slice(4, 47) : null);
export const refreshToken = (family: string, secret: string): string => `crr_${family}_${secret}`;

/** The code of a connection, as it is stored. */
export interface StoredCode {
  clientId: string;
  redirectUri: string;
  codeChallenge: string;
  codeExpiresAt: number;
  codeUsedAt: number | null;
}

/** `repeat`: the app used it a moment ago; `replayed`: it was used before, so somebody else has it too. */
export type CodeVerdict = "ok" | "expired" | "repeat" | "replayed" | "mismatch";

/** Judges the exchange of a code. `challenge` is that of the verifier which the app sent. */
export function judgeCode(
  stored: StoredCode,
  given: { clientId: string; redirectUri: string | null; challenge: string },
  now: number,
): CodeVerdict {
  // The challenge is no secret: it was in the address of the consent page.
  const isOwn =
    stored.clientId === given.clientId &&
    stored.redirectUri === (given.redirectUri ?? stored.redirectUri) &&
    stored.codeChallenge === given.challenge;
  if (stored.codeUsedAt !== null) return isOwn && now < stored.codeUsedAt + CODE_REPEAT_MS ? "repeat" : "replayed";
  if (stored.codeExpiresAt <= now) return "expired";
  return isOwn ? "ok" : "mismatch";
}

/** The refresh tokens of a connection, as they are stored. */
export interface StoredRefresh {
  clientId: string;
  refreshHash: string | null;
  replacedHash: string | null;
  replacedAt: number | null;
  expiresAt: number;
}

/** `rotate`: new tokens; `repeat`: those of the last answer again; `replayed`: a replaced token, so two have it. */
export type RefreshVerdict = "rotate" | "repeat" | "replayed" | "expired" | "mismatch";

/** Judges a refresh token of this connection: its family is right. */
export function judgeRefresh(
  stored: StoredRefresh,
  given: { clientId: string; hash: string },
  now: number,
): RefreshVerdict {
  if (stored.clientId !== given.clientId) return "mismatch";
  if (stored.expiresAt <= now) return "expired";
  if (stored.refreshHash === given.hash) return "rotate";
  const isLast = stored.replacedHash === given.hash && now < (stored.replacedAt ?? 0) + REPEAT_MS;
  return isLast ? "repeat" : "replayed";
}
