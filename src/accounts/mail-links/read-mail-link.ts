import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { sha256Hex } from "../../lib/crypto/hash";
import type { ActionRow } from "../repo/actions";
import { limitRate } from "../throttle/limit-rate";
import { findMailToken, type LiveMailToken, type MailPurpose } from "../repo/mail-tokens";
import { actionRow } from "../repo/record-action";
import { addressOf } from "../throttle/throttle-sign-in";

/** Links per minute that one address may try. */
const LINKS_PER_ADDRESS = 30;

export interface UsableLink extends LiveMailToken {
  hash: string;
}

export const invalidToken = () =>
  new ApiError("invalid_token", "The link was already used, has expired or is unknown; request a new one.");

/**
 * Looks up the token of a mailed link. Null if no live token has one of these purposes.
 * @throws ApiError `rate_limited`.
 */
export async function readMailLink(
  env: Bindings,
  request: Request,
  token: string,
  purposes: readonly MailPurpose[],
  now: number,
): Promise<UsableLink | null> {
  await limitRate(env, `mail-link:${addressOf(request)}`, LINKS_PER_ADDRESS);
  const hash = await sha256Hex(token);
  const live = await findMailToken(openDb(env.DB), hash, now);
  return live && purposes.includes(live.purpose) ? { ...live, hash } : null;
}

/** The log row for using a link. The link's user is both the actor and the target. */
export function linkAction({ accountId, userId }: LiveMailToken, action: string, now: number): ActionRow {
  return actionRow({ accountId, actor: { kind: "user", id: userId }, action, target: userId }, now);
}
