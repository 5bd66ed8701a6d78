import { ALL_SCOPES } from "./scopes";

/** Where the document about the server at /mcp is (RFC 9728). */
export const RESOURCE_PATH = "/.well-known/oauth-protected-resource";

/** `WWW-Authenticate` of a refusal: where apps learn how to get access, and what to ask for (RFC 6750 §3, RFC 9728 §5.1). */
export function challenge(
  requestUrl: string,
  error: "invalid_token" | "insufficient_scope" | null = null,
  scopes: readonly string[] = ALL_SCOPES,
): string {
  const metadata = `${new URL(requestUrl).origin}${RESOURCE_PATH}/mcp`;
  const fields = { realm: "Crawlready", ...(error && { error }), scope: scopes.join(" "), resource_metadata: metadata };
  return `Bearer ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(", ")}`;
}
