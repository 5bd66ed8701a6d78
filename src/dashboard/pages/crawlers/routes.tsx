import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";

/** `/app/site/:domain/crawlers` */
export const crawlerPages = new Hono<SiteEnv>();
