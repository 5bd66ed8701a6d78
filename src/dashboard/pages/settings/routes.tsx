import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";

/** `/app/site/:domain/settings` */
export const settingPages = new Hono<SiteEnv>();
