import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { secretNumber, sha256Hex } from "../../lib/crypto/hash";
import { readScopes } from "../core/connections/scopes";
import {
  ACCESS_MS,
  ACCESS_PREFIX,
  familyOf,
  IDLE_MS,
  judgeRefresh,
  refreshToken,
  type RefreshVerdict,
} from "../core/connections/tokens";
import { findConnectionByFamily, replacePair, type ConnectionRow } from "../repo/connections";
import { endReplayed } from "./end-replayed";
import { oauthError } from "./oauth-error";
import { tokenResponse, type TokenResponse } from "./token-response";

const REFUSALS: Partial<Record<RefreshVerdict, string>> = {
  expired: "The refresh token has expired. Connect the app again.",
  mismatch: "The refresh token belongs to another app.",
};

/**
 * Replaces a refresh token and the access token with it. The new ones follow from the old one and our secret, so a repeated
 * request within seconds gets the same answer. Any later use of a replaced token ends the connection.
 * @throws ApiError `invalid_grant`, `invalid_scope`.
 */
export async function refreshTokens(
  env: Pick<Bindings, "DB" | "AUTH_SECRET">,
  form: URLSearchParams,
  resource: string,
  now: number,
): Promise<TokenResponse> {
  if (!env.AUTH_SECRET) throw new ApiError("sessions_unavailable");
  const token = form.get("refresh_token") ?? "";
  const family = familyOf(token);
  const db = openDb(env.DB);
  const [hash, familyHash] = await Promise.all([sha256Hex(token), sha256Hex(family ?? "")]);
  const derived = (purpose: string) => secretNumber(env.AUTH_SECRET!, `connection-${purpose}`, token);
  for (let tries = 0; tries < 2; tries++) {
    const found = family === null ? undefined : await findConnectionByFamily(db, familyHash);
    if (!found || found.resource !== resource) throw oauthError("invalid_grant", "The refresh token is unknown.");
    refuseMore(found, form.get("scope"));
    const verdict = judgeRefresh(found, { clientId: form.get("client_id") ?? "", hash }, now);
    if (verdict === "replayed") return endReplayed(db, found, now);
    if (verdict !== "rotate" && verdict !== "repeat") throw oauthError("invalid_grant", REFUSALS[verdict]!);
    const [access, refresh] = [
      `${ACCESS_PREFIX}${await derived("access")}`,
      refreshToken(family!, await derived("refresh")),
    ];
    if (verdict === "repeat") return tokenResponse(access, refresh, found.scopes, (found.accessExpiresAt ?? 0) - now);
    const [accessHash, refreshHash] = [await sha256Hex(access), await sha256Hex(refresh)];
    const pair = { accessHash, refreshHash, accessExpiresAt: now + ACCESS_MS, expiresAt: now + IDLE_MS };
    // Without a row, the same request was answered a moment ago: judge again.
    if (await replacePair(db, found.id, hash, pair, now))
      return tokenResponse(access, refresh, found.scopes, ACCESS_MS);
  }
  throw oauthError("invalid_grant", "The refresh token was replaced. Use the new one.");
}

/** A refresh never widens what was allowed. */
function refuseMore({ scopes }: ConnectionRow, asked: string | null): void {
  if (asked !== null && readScopes(asked).some((scope) => !scopes.includes(scope)))
    throw oauthError("invalid_scope", `The app was allowed only: ${scopes.join(" ")}.`);
}
