import { ApiError } from "../../errors/api-error";
import type { Bindings } from "../../env";
import { sha256Hex } from "../../lib/crypto/hash";
import type { Later } from "../mail-links/mail-link";
import { resetPassword } from "../mail-links/reset-password";
import { acceptWithPassword } from "../members/accept-invitation";

/**
 * Sets the password that the reader of a mail chose: a new one, or the first one of an invitation, which is thereby
 * accepted.
 * @throws ApiError `invalid_token`, `rate_limited`.
 */
export async function choosePassword(
  env: Bindings,
  request: Request,
  body: { token: string; newPassword: string },
  later: Later,
  now: number,
): Promise<void> {
  try {
    await resetPassword(env, request, body, later, now);
  } catch (error) {
    const isOther = error instanceof ApiError && error.code === "invalid_token";
    if (isOther && (await acceptWithPassword(env, await sha256Hex(body.token), body.newPassword, now))) return;
    throw error;
  }
}
