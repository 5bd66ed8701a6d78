import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";

/** `/app/site/:domain/inspect` */
export const inspectPages = new Hono<SiteEnv>();
