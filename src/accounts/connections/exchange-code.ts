import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { sha256Base64Url, sha256Hex } from "../../lib/crypto/hash";
import { newSecret } from "../../lib/crypto/token";
import { ACCESS_MS, ACCESS_PREFIX, IDLE_MS, judgeCode, refreshToken } from "../core/connections/tokens";
import { findConnectionByCode, useCodeOnce } from "../repo/connections";
import { endReplayed } from "./end-replayed";
import { oauthError } from "./oauth-error";
import { tokenResponse, type TokenResponse } from "./token-response";

const REFUSALS = {
  expired: "The code has expired: it works for a minute.",
  repeat: "The code was used a moment ago: use the tokens of that answer.",
  mismatch: "The code belongs to another app, address or code_verifier.",
} as const;

/**
 * Exchanges a code for tokens, once. A code that comes again later, or without its verifier, was seen by somebody else, so its
 * connection ends.
 * @throws ApiError `invalid_request`, `invalid_grant`.
 */
export async function exchangeCode(
  env: Pick<Bindings, "DB">,
  form: URLSearchParams,
  resource: string,
  now: number,
): Promise<TokenResponse> {
  const [code, verifier] = [form.get("code") ?? "", form.get("code_verifier") ?? ""];
  if (!/^[\w.~-]{43,128}$/.test(verifier)) throw oauthError("invalid_request", "Send the code_verifier of PKCE.");
  const db = openDb(env.DB);
  const found = await findConnectionByCode(db, await sha256Hex(code));
  if (!found || found.resource !== resource) throw oauthError("invalid_grant", "The code is unknown.");
  const given = { clientId: form.get("client_id") ?? "", redirectUri: form.get("redirect_uri") };
  const verdict = judgeCode(found, { ...given, challenge: await sha256Base64Url(verifier) }, now);
  if (verdict === "replayed") return endReplayed(db, found, now);
  if (verdict !== "ok") throw oauthError("invalid_grant", REFUSALS[verdict]);
  const family = newSecret("");
  const [access, refresh] = [newSecret(ACCESS_PREFIX), refreshToken(family, newSecret(""))];
  const [accessHash, refreshHash] = [await sha256Hex(access), await sha256Hex(refresh)];
  const pair = { accessHash, accessExpiresAt: now + ACCESS_MS, refreshHash, expiresAt: now + IDLE_MS };
  // Without a row, the same request was answered a moment ago.
  if (!(await useCodeOnce(db, found.id, await sha256Hex(family), pair, now)))
    throw oauthError("invalid_grant", REFUSALS.repeat);
  return tokenResponse(access, refresh, found.scopes, ACCESS_MS);
}
