import { exports } from "cloudflare:workers";
import { sha256Base64Url } from "../../../src/lib/crypto/hash";
import { call, type Answer, type signIn } from "../support/api.ts";

export const RETURN = "https://assistant.example/callback?of=us";
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const RESOURCE = "http://api.test/mcp";

export type Session = Awaited<ReturnType<typeof signIn>>;

/** Registers an app and returns its id. */
export async function register(redirectUri = RETURN, name = "Assistant"): Promise<string> {
  const { status, body } = await call("POST", "/oauth/register", {
    json: { client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: "client_secret_post" },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.client_id as string;
}

/** Where an app sends a person. A parameter that is null is left out. */
export async function consentPath(clientId: string, change: Record<string, string | null> = {}): Promise<string> {
  const asked = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: RETURN,
    code_challenge: await sha256Base64Url(VERIFIER),
    code_challenge_method: "S256",
    state: "a state & more",
    scope: "read audits cache",
    resource: RESOURCE,
    ...change,
  };
  const given = Object.entries(asked).filter((each): each is [string, string] => each[1] !== null);
  return `/app/authorize?${new URLSearchParams(given).toString()}`;
}

export const open = (path: string, session: Partial<Session> = {}) =>
  exports.default.fetch(`http://api.test${path}`, { headers: { accept: "text/html", ...session }, redirect: "manual" });

/** Sends the form of the consent page. */
export const answer = (path: string, session: Partial<Session>, fields: Array<[string, string]>) =>
  exports.default.fetch(`http://api.test${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...session },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

export const ALLOW: Array<[string, string]> = [
  ["scopes", "read"],
  ["scopes", "audits"],
  ["scopes", "cache"],
  ["reach", "all"],
  ["answer", "allow"],
];

/** The parameters with which a person comes back to the app. */
export function returned(response: Response): URLSearchParams {
  const url = new URL(response.headers.get("location")!);
  return url.searchParams;
}

/** Lets a person allow an app something; returns the code. */
export async function allow(
  session: Session,
  clientId: string,
  fields = ALLOW,
  change: Record<string, string | null> = {},
): Promise<string> {
  const response = await answer(await consentPath(clientId, change), session, fields);
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
  return returned(response).get("code")!;
}

/** A request to the token endpoint. */
export const post = (path: string, fields: Record<string, string>): Promise<Answer> =>
  call("POST", path, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

export const exchange = (clientId: string, code: string, change: Record<string, string> = {}): Promise<Answer> =>
  post("/oauth/token", {
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    redirect_uri: RETURN,
    code_verifier: VERIFIER,
    resource: RESOURCE,
    ...change,
  });

export const refresh = (clientId: string, token: string, change: Record<string, string> = {}): Promise<Answer> =>
  post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...change });

/** Calls a tool without an SDK; returns the status, the challenge and the tool's answer or error. */
export async function tool(token: string, name: string, args: Record<string, unknown> = {}) {
  const response = await exports.default.fetch(RESOURCE, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const text = await response.text();
  const json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  const content = json.result?.content?.[0]?.text;
  return {
    status: response.status,
    challenge: response.headers.get("www-authenticate"),
    body: content === undefined ? json : JSON.parse(content),
  };
}
