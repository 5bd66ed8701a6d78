import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";
import { auditSettingsPage, removeAccess, saveAccess, saveAuditPlan } from "./audits-page";
import { brandPage, saveBrand } from "./brand-page";
import { checkHostname } from "./hostname-card";
import { ownershipPage, removeOwnDomain } from "./ownership-page";
import { saveSite, sitePage } from "./site-page";

/** `/app/site/:domain/settings` */
export const settingPages = new Hono<SiteEnv>()
  .get("/", (c) => brandPage(c))
  .post("/", saveBrand)
  .get("/site", (c) => sitePage(c))
  .post("/site", saveSite)
  .get("/audits", (c) => auditSettingsPage(c))
  .post("/audits", saveAuditPlan)
  .post("/access", saveAccess)
  .post("/access/remove", removeAccess)
  .get("/ownership", (c) => ownershipPage(c))
  .post("/hostname", checkHostname)
  .post("/remove", removeOwnDomain);
