import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";

/** `/app/site/:domain/audits` */
export const auditPages = new Hono<SiteEnv>();
