import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";

/** `/app/site/:domain/mentions` */
export const mentionPages = new Hono<SiteEnv>();
