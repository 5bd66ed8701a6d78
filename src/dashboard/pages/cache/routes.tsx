import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";

/** `/app/site/:domain/cache` */
export const cachePages = new Hono<SiteEnv>();
