import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { CATALOGUE_DATE, CRAWLER_AGENTS, type CrawlerAgent } from "./catalogue/agents";
import { ASSISTANTS } from "./catalogue/assistants";
import { RANGE_SOURCES } from "./catalogue/range-sources";

const CatalogueAnswer = z.object({
  date: z.string(),
  assistants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      operator: z.string(),
      hosts: z.array(z.string()).readonly(),
      utmSources: z.array(z.string()).readonly(),
      source: z.object({ name: z.string(), date: z.string() }),
    }),
  ),
  crawlers: z.array(
    z.object({
      token: z.string(),
      provider: z.string(),
      operator: z.string(),
      kind: z.string(),
      robotsToken: z.string().nullable(),
      obeysRobots: z.enum(["yes", "named", "no"]).nullable(),
      verifiedBy: z.array(z.string()),
      documentation: z.string().nullable(),
      source: z.object({ name: z.string(), date: z.string() }),
    }),
  ),
});

const describeCatalogue = operation({
  tag: "Analytics",
  summary: "List known crawlers",
  description:
    "In match order: the first crawler whose token occurs in a user agent matches. `assistants` are those whose people are counted as referrals. Returns HTML, or JSON if `Accept` prefers it.",
  credentials: [],
  answers: { 200: CatalogueAnswer },
  texts: ["text/html"],
  errors: [],
});

/** How we verify that a visit comes from this crawler, in words. */
function verifiedBy({ proofs }: CrawlerAgent): string[] {
  return [
    ...(proofs?.ranges ?? []).map((source) => `IP ranges at ${RANGE_SOURCES[source]}`),
    ...(proofs?.dns ?? []).map((domain) => `reverse DNS under ${domain}`),
    ...(proofs?.signedBy ?? []).map((host) => `request signature by ${host}`),
  ];
}

const catalogue: z.infer<typeof CatalogueAnswer> = {
  date: CATALOGUE_DATE,
  assistants: [...ASSISTANTS],
  crawlers: CRAWLER_AGENTS.map(({ proofs, ...agent }) => ({ ...agent, verifiedBy: verifiedBy({ proofs, ...agent }) })),
};

/** `GET /bots`: the public list of known crawlers. The dashboard answers people with a page. */
export const catalogueRoutes = new Hono<AppEnv>().get("/", describeCatalogue, (c) => {
  c.header("vary", "Accept");
  c.header("cache-control", "public, max-age=3600");
  return c.json(catalogue, 200);
});
