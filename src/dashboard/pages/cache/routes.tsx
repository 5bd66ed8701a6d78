import { Hono } from "hono";
import { homeOf } from "../../../web";
import { withFrames } from "../../server/context";
import type { SiteEnv } from "../../server/page-env";
import { connectForm, connectPage } from "./connect/connect-page";
import { entriesPage } from "./entries";
import { ledgerPage } from "./ledger";
import { refreshPage } from "./refresh";
import { refreshEvents, refreshPages, refreshPattern, refreshSite, refreshSitemap } from "./refresh-actions";
import { rendersPage } from "./renders";
import { editRule, moveRule, removeRule, saveRule, tryRender } from "./rule-actions";
import { rulesPage } from "./rules";
import { snapshotFrame, snapshotSource } from "./snapshot-frame";
import { snapshotPage } from "./snapshot-page";

/** `/app/site/:domain/cache` */
export const cachePages = new Hono<SiteEnv>()
  .get("/", entriesPage)
  .get("/renders", rendersPage)
  .get("/ledger", ledgerPage)
  .get(
    "/page",
    withFrames(({ domain }) => ["'self'", homeOf(domain).origin]),
    snapshotPage,
  )
  .get("/page/frame", snapshotFrame)
  .get("/page/source", snapshotSource)
  .get("/refresh", (c) => refreshPage(c))
  .get("/refresh/events", refreshEvents)
  .post("/refresh/pages", refreshPages)
  .post("/refresh/pattern", refreshPattern)
  .post("/refresh/sitemap", refreshSitemap)
  .post("/refresh/site", refreshSite)
  .get("/rules", (c) => rulesPage(c))
  .get("/rules/edit", editRule)
  .post("/rules/save", saveRule)
  .post("/rules/move", moveRule)
  .post("/rules/remove", removeRule)
  .post("/rules/try", tryRender)
  .get("/connect", (c) => connectPage(c))
  .post("/connect", connectForm);
