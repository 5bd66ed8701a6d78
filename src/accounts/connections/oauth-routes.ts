import { Hono, type Context } from "hono";
import { cors } from "hono/cors";
import { readText } from "../../http/body";
import type { AppEnv } from "../../http/app-env";
import { ApiError } from "../../errors/api-error";
import { operation } from "../../http/operation";
import { noQuery, validate } from "../../http/validate";
import { mediaTypeOf } from "../../lib/text/media-type";
import { SECOND_MS } from "../../lib/time/time";
import { RESOURCE_PATH } from "../core/connections/challenge";
import { resourceOf } from "../core/connections/resource";
import { limitRate } from "../throttle/limit-rate";
import { addressOf } from "../throttle/throttle-sign-in";
import { ClientBody, ClientResponse, ResourceMetadata, ServerMetadata, TokensResponse } from "./connection-schemas";
import { exchangeCode } from "./exchange-code";
import { oauthError } from "./oauth-error";
import { OAUTH_PATHS, resourceMetadata, serverMetadata } from "./oauth-metadata";
import { refreshTokens } from "./refresh-tokens";
import { registerClient } from "./register-client";
import { revokeToken } from "./revoke-token";

const described = { tag: "Connected apps", credentials: [] } as const;
const ofForm = ["invalid_request", "payload_too_large", "unsupported_media_type", "rate_limited"] as const;
const resourceOp = operation({
  ...described,
  summary: "Read where apps get access to /mcp",
  description: "Protected resource metadata (RFC 9728), also at `/.well-known/oauth-protected-resource/mcp`.",
  responses: { 200: ResourceMetadata },
  errors: ["invalid_request"],
});
const serverOp = operation({
  ...described,
  summary: "Read how apps get access",
  description:
    "Authorization server metadata (RFC 8414). An app sends a person to `authorization_endpoint`, where they choose what it may do, and exchanges the code that it gets back for tokens.",
  responses: { 200: ServerMetadata },
  errors: ["invalid_request"],
});
const registerOp = operation({
  ...described,
  summary: "Register an app",
  description:
    "Dynamic client registration (RFC 7591). All apps are public: they get no secret, and PKCE with S256 protects their codes. A registration that nobody uses ends after a day. An app may publish a document about itself instead and use its URL as `client_id`.",
  responses: { 201: ClientResponse },
  errors: ["invalid_request", "invalid_redirect_uri", "invalid_client_metadata", "rate_limited"],
});
const tokenOp = operation({
  ...described,
  summary: "Get tokens for a code or a refresh token",
  description:
    "A code works once, for a minute. The access token works for an hour, the refresh token once, for 60 days. A code or a replaced refresh token that is used again ends the connection, because two have it. Only within 30 seconds a refresh token gets the same answer again, and within 10 seconds the same request with a code is just refused.",
  form: {
    grant_type: "`authorization_code` or `refresh_token`",
    client_id: "The app's id",
    code: "The code",
    redirect_uri: "The address to which the person was sent back",
    code_verifier: "What the code_challenge was made from",
    refresh_token: "The refresh token",
    resource: "The server that the tokens are for: that at /mcp",
    scope: "For a refresh: nothing that was not allowed before",
  },
  responses: { 200: TokensResponse },
  errors: [
    ...ofForm,
    "invalid_client",
    "invalid_grant",
    "invalid_scope",
    "invalid_target",
    "unsupported_grant_type",
    "sessions_unavailable",
  ],
});
const revokeOp = operation({
  ...described,
  summary: "Disconnect an app",
  description: "Ends the connection that an access or refresh token belongs to (RFC 7009). Unknown tokens get 200 too.",
  form: { token: "An access or refresh token", client_id: "The app's id" },
  responses: { 200: null },
  errors: ofForm,
});

const FORM = "application/x-www-form-urlencoded";
const MAX_FORM_BYTES = 16 * 1024;
/** Hosted assistants refresh the tokens of many people from a few addresses. */
const PER_MINUTE = 600;

/** Reads a form in which each field comes once. @throws ApiError `invalid_request` and others. */
async function readOnce(c: Context<AppEnv>): Promise<URLSearchParams> {
  await limitRate(c.env, `oauth-token:${addressOf(c.req.raw)}`, PER_MINUTE);
  if (mediaTypeOf(c.req.header("content-type") ?? "") !== FORM)
    throw new ApiError("unsupported_media_type", `Send the body with content-type: ${FORM}.`);
  const form = new URLSearchParams(await readText(c.req.raw, MAX_FORM_BYTES));
  if (new Set(form.keys()).size < form.size) throw oauthError("invalid_request", "Send each field once.");
  return form;
}

const PUBLIC = { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" };
const SECRET = { "cache-control": "no-store" };

/** `/.well-known/oauth-…` and `/oauth`: for apps that people connect, by OAuth 2.1 as the Model Context Protocol wants it. */
export const oauthRoutes = new Hono<AppEnv>()
  // For apps that run in a browser. These endpoints read no cookie.
  .use("/oauth/*", cors({ allowMethods: ["POST"], maxAge: 86_400 }))
  .get(RESOURCE_PATH, resourceOp, noQuery, (c) => c.json(resourceMetadata(new URL(c.req.url).origin), 200, PUBLIC))
  .get(`${RESOURCE_PATH}/mcp`, resourceOp, noQuery, (c) =>
    c.json(resourceMetadata(new URL(c.req.url).origin), 200, PUBLIC),
  )
  .get("/.well-known/oauth-authorization-server", serverOp, noQuery, (c) =>
    c.json(serverMetadata(new URL(c.req.url).origin), 200, PUBLIC),
  )
  .post(OAUTH_PATHS.register, registerOp, validate("json", ClientBody), async (c) => {
    const now = Date.now();
    const { id, name, redirectUris } = await registerClient(c.env, c.req.raw, c.req.valid("json"), now);
    return c.json(
      {
        client_id: id,
        client_id_issued_at: Math.floor(now / SECOND_MS),
        client_name: name,
        redirect_uris: [...redirectUris],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      201,
      SECRET,
    );
  })
  .post(OAUTH_PATHS.token, tokenOp, async (c) => {
    const form = await readOnce(c);
    const resource = resourceOf(c.req.url);
    if ((form.get("resource") ?? resource) !== resource)
      throw oauthError("invalid_target", `Tokens are for ${resource} only.`);
    const grant = form.get("grant_type");
    if (grant !== "authorization_code" && grant !== "refresh_token")
      throw oauthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
    if (!form.get("client_id")) throw oauthError("invalid_client", "Send the client_id of the app.");
    const get = grant === "refresh_token" ? refreshTokens : exchangeCode;
    return c.json(await get(c.env, form, resource, Date.now()), 200, SECRET);
  })
  .post(OAUTH_PATHS.revoke, revokeOp, async (c) => {
    await revokeToken(c.env, await readOnce(c), Date.now());
    return c.body(null, 200, SECRET);
  });
