import * as z from "zod";

const address = z.url();
const texts = z.array(z.string());

/** RFC 9728. */
export const ResourceMetadata = z.object({
  resource: address,
  resource_name: z.string(),
  resource_documentation: address,
  authorization_servers: z.array(address),
  scopes_supported: texts,
  bearer_methods_supported: texts,
});

/** RFC 8414. */
export const ServerMetadata = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  registration_endpoint: address,
  revocation_endpoint: address,
  service_documentation: address,
  scopes_supported: texts,
  response_types_supported: texts,
  response_modes_supported: texts,
  grant_types_supported: texts,
  code_challenge_methods_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  revocation_endpoint_auth_methods_supported: texts,
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
});

export const ClientBody = z
  .record(z.string(), z.unknown())
  .describe("What the app says about itself (RFC 7591): `redirect_uris`, `client_name`");

export const ClientResponse = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int().describe("Seconds since 1970"),
  client_name: z.string(),
  redirect_uris: texts,
  grant_types: texts,
  response_types: texts,
  token_endpoint_auth_method: z.string(),
});

export const TokensResponse = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int().describe("Seconds"),
  refresh_token: z.string(),
  scope: z.string(),
});

export const ConnectionList = z.object({
  connections: z.array(
    z.object({
      id: z.string(),
      name: z.string().describe("What the app calls itself"),
      returnsTo: z.string().describe("The address to which the app had its user sent"),
      scopes: texts.describe("What the app may do: `read`, `audits`, `cache`"),
      domains: texts.nullable().describe("Domains that it is restricted to; null: all that its user reaches"),
      createdAt: z.int(),
      lastUsedAt: z.int().nullable(),
      expiresAt: z.int().describe("When it ends unless it is used before"),
      user: z.object({ id: z.string(), email: z.string() }),
    }),
  ),
});
