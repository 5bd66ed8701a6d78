import { SECOND_MS } from "../../lib/time/time";

/** RFC 6749 §5.1. */
export interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

export const tokenResponse = (
  access: string,
  refresh: string,
  scopes: readonly string[],
  livesMs: number,
): TokenResponse => ({
  access_token: access,
  token_type: "Bearer",
  expires_in: Math.max(0, Math.floor(livesMs / SECOND_MS)),
  refresh_token: refresh,
  scope: scopes.join(" "),
});
