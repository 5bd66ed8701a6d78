import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env";
import { operation } from "../../http/operation";
import { CATALOGUE_DATE, CRAWLER_AGENTS } from "./agents";
import { ASSISTANTS } from "./assistants";
import { CatalogueCrawler, catalogueCrawler } from "./catalogue-crawler";

const CatalogueResponse = z.object({
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
  crawlers: z.array(CatalogueCrawler),
});

const describeCatalogue = operation({
  tag: "Analytics",
  summary: "List known crawlers",
  description:
    "In match order: the first crawler whose token occurs in a user agent matches. `assistants` lists the AI assistants whose visitors are counted as referrals. Returns HTML, or JSON if `Accept` prefers it.",
  credentials: [],
  responses: { 200: CatalogueResponse },
  texts: ["text/html"],
  errors: [],
});

const catalogue: z.infer<typeof CatalogueResponse> = {
  date: CATALOGUE_DATE,
  assistants: [...ASSISTANTS],
  crawlers: CRAWLER_AGENTS.map(catalogueCrawler),
};

/** `GET /bots`: the public list of known crawlers. The dashboard answers people with a page. */
export const catalogueRoutes = new Hono<AppEnv>().get("/", describeCatalogue, (c) => {
  c.header("vary", "Accept");
  c.header("cache-control", "public, max-age=3600");
  return c.json(catalogue, 200);
});
