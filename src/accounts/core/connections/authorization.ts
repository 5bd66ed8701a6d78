import type { OAuthApp } from "./client";
import { isRegistered } from "./redirect-uri";
import { ALL_SCOPES, readScopes, type Scope } from "./scopes";

/** What an app asks a person for (RFC 6749 §4.1.1, with PKCE, RFC 7636, and the resource, RFC 8707). */
export interface ConsentRequest {
  redirectUri: string;
  codeChallenge: string;
  scopes: Scope[];
  state: string | null;
}

/** A code of RFC 6749 §4.1.2.1 or RFC 8707 §2, and the reason. `redirectUri`: where the app may be told, if that is known. */
export interface RequestFault {
  error: string;
  message: string;
  redirectUri: string | null;
  state: string | null;
}

/** The longest query of a request. */
export const MAX_REQUEST = 4_000;
const SINGLE = ["client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method", "state"];

/** Judges a request of an app for the server `resource`. */
export function judgeRequest(query: URLSearchParams, app: OAuthApp, resource: string): ConsentRequest | RequestFault {
  const redirectUri = query.get("redirect_uri") ?? "";
  const known = isRegistered(redirectUri, app.redirectUris);
  const state = query.get("state");
  const fault = (error: string, message: string): RequestFault => ({
    error,
    message,
    redirectUri: known ? redirectUri : null,
    state,
  });
  if (SINGLE.some((name) => query.getAll(name).length > 1))
    return { ...fault("invalid_request", "The app sent a parameter twice."), redirectUri: null };
  if (!known) return fault("invalid_request", "The app wants to send you to an address that it has not registered.");
  if (query.get("response_type") !== "code")
    return fault("unsupported_response_type", "The app must ask for response_type=code.");
  const codeChallenge = query.get("code_challenge") ?? "";
  if (query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(codeChallenge))
    return fault("invalid_request", "The app must send a PKCE code_challenge with code_challenge_method=S256.");
  if (query.getAll("resource").some((each) => each !== resource))
    return fault("invalid_target", `The app asks for another server than ${resource}.`);
  const scope = query.get("scope");
  const scopes = scope === null ? ALL_SCOPES : readScopes(scope);
  if (scopes.length === 0) return fault("invalid_scope", `The app must ask for some of: ${ALL_SCOPES.join(" ")}.`);
  return { redirectUri, codeChallenge, scopes: [...scopes], state };
}
