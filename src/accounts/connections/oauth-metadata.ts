import { appPath } from "../../lib/hosts/page-paths";
import { ALL_SCOPES } from "../core/connections/scopes";

/** Paths for programs of apps. */
export const OAUTH_PATHS = { token: "/oauth/token", register: "/oauth/register", revoke: "/oauth/revoke" } as const;

/** About the server at /mcp: who gives access to it (RFC 9728). */
export const resourceMetadata = (origin: string) => ({
  resource: `${origin}/mcp`,
  resource_name: "Crawlready",
  resource_documentation: `${origin}/docs`,
  authorization_servers: [origin],
  scopes_supported: ALL_SCOPES,
  bearer_methods_supported: ["header"],
});

/** How apps get access (RFC 8414, RFC 9207, client id metadata documents). */
export const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + appPath("authorize"),
  token_endpoint: origin + OAUTH_PATHS.token,
  registration_endpoint: origin + OAUTH_PATHS.register,
  revocation_endpoint: origin + OAUTH_PATHS.revoke,
  service_documentation: `${origin}/docs`,
  scopes_supported: ALL_SCOPES,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
