/** RFC 9727: a set of links (RFC 9264) with one entry per API. */
export const apiCatalog = (origin: string) => ({
  linkset: [
    {
      anchor: `${origin}/api`,
      "service-desc": [{ href: `${origin}/openapi.json`, type: "application/vnd.oai.openapi+json;version=3.1" }],
      "service-doc": [{ href: `${origin}/docs`, type: "text/html" }],
      status: [{ href: `${origin}/healthz`, type: "application/json" }],
    },
    {
      anchor: `${origin}/mcp`,
      "service-desc": [{ href: `${origin}/.well-known/mcp/server-card.json`, type: "application/json" }],
      "service-doc": [{ href: `${origin}/.well-known/agent-skills/crawlready/SKILL.md`, type: "text/markdown" }],
      "service-meta": [{ href: `${origin}/.well-known/oauth-protected-resource/mcp`, type: "application/json" }],
    },
  ],
});

/** Revisions of the protocol that /mcp speaks, newest first. */
export const PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18"];

/** The card of the server at /mcp. */
export const serverCard = (
  origin: string,
  about: { name: string; title: string; description: string; version: string },
) => ({
  ...about,
  protocolVersions: PROTOCOL_VERSIONS,
  remotes: [{ type: "streamable-http", url: `${origin}/mcp` }],
  authentication: {
    required: true,
    schemes: ["oauth2", "bearer"],
    metadata: `${origin}/.well-known/oauth-protected-resource/mcp`,
  },
  documentation: `${origin}/docs`,
});

/** Name and description in the front matter of a skill. */
export function skillFacts(text: string): { name: string; description: string } {
  const head = text.split("---\n", 2)[1] ?? "";
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
  return { name: field("name"), description: field("description") };
}
