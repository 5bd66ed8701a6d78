import { Hono, type Context } from "hono";
import * as z from "zod";
import { description, name, title, version } from "../../server.json";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { noQuery } from "../http/validate";
import { sha256Hex } from "../lib/crypto/hash";
import { apiCatalog, serverCard, skillFacts } from "./discovery";

const described = { tag: "Service", credentials: [] } as const;
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const MARKDOWN = "text/markdown; charset=utf-8";
const SKILLS = "/.well-known/agent-skills";

const catalogOp = operation({
  ...described,
  summary: "Read where the API is described",
  description: "The API catalog (RFC 9727), a set of links: the API and the server for assistants.",
  responses: { 200: null },
  texts: ["application/linkset+json"],
  errors: ["invalid_request"],
});
const cardOp = operation({
  ...described,
  summary: "Read what the server for assistants is",
  description: "The server card of the Model Context Protocol: name, version, address, and how assistants get access.",
  responses: {
    200: z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      version: z.string(),
      protocolVersions: z.array(z.string()),
      remotes: z.array(z.object({ type: z.string(), url: z.url() })),
      authentication: z.object({ required: z.boolean(), schemes: z.array(z.string()), metadata: z.url() }),
      documentation: z.url(),
    }),
  },
  errors: ["invalid_request"],
});
const skillsOp = operation({
  ...described,
  summary: "List the skills for agents",
  description: "Agent Skills Discovery 0.2: instructions that tell an assistant how to work with the service's tools.",
  responses: {
    200: z.object({
      $schema: z.url(),
      skills: z.array(
        z.object({
          name: z.string(),
          type: z.literal("skill-md"),
          description: z.string(),
          url: z.url(),
          digest: z.string().describe("SHA-256 of the file"),
        }),
      ),
    }),
  },
  errors: ["invalid_request"],
});
const skillOp = operation({
  ...described,
  summary: "Read the skill for agents",
  responses: { 200: null },
  texts: ["text/markdown"],
  errors: ["invalid_request"],
});

const PUBLIC = { "cache-control": "public, max-age=3600", "access-control-allow-origin": "*" };
const originOf = (c: Context) => new URL(c.req.url).origin;

async function skillText(c: Context<AppEnv>): Promise<string> {
  const file = await c.env.ASSETS.fetch(new URL("/SKILL.md", c.req.url));
  if (!file.ok) throw new Error(`the skill is missing: ${file.status}`);
  return file.text();
}

/** `/.well-known`: what programs find by themselves, in addition to the documents of OAuth. */
export const discoveryRoutes = new Hono<AppEnv>()
  .get("/.well-known/api-catalog", catalogOp, noQuery, (c) =>
    c.body(JSON.stringify(apiCatalog(originOf(c))), 200, { ...PUBLIC, "content-type": CATALOG_TYPE }),
  )
  .get("/.well-known/mcp/server-card.json", cardOp, noQuery, (c) =>
    c.json(serverCard(originOf(c), { name, title, description, version }), 200, PUBLIC),
  )
  .get(`${SKILLS}/index.json`, skillsOp, noQuery, async (c) => {
    const text = await skillText(c);
    const facts = skillFacts(text);
    const url = `${originOf(c)}${SKILLS}/crawlready/SKILL.md`;
    const skill = { ...facts, type: "skill-md" as const, url, digest: `sha256:${await sha256Hex(text)}` };
    return c.json(
      { $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json", skills: [skill] },
      200,
      PUBLIC,
    );
  })
  .get(`${SKILLS}/crawlready/SKILL.md`, skillOp, noQuery, async (c) =>
    c.body(await skillText(c), 200, { ...PUBLIC, "content-type": MARKDOWN }),
  );
