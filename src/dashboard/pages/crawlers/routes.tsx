import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";
import { errandsPage, sendErrands } from "./errands-page";
import { fixesPage } from "./fixes-page";
import { importPage } from "./import-page";
import { pathsPage } from "./paths-page";
import { peoplePage } from "./people-page";
import { policyPage, tryPolicyPage } from "./policy-page";
import { changeRouter, routerPage } from "./router-page";
import { deleteSearchData, importSearchData, searchPage } from "./search-page";
import { createShare, sharePage, withdrawShare } from "./share-page";
import { renewUnseen, unseenPage } from "./unseen-page";
import { visitsPage } from "./visits-page";
import { wastePage } from "./waste-page";

/** `/app/site/:domain/crawlers` */
export const crawlerPages = new Hono<SiteEnv>()
  .get("/", visitsPage)
  .get("/paths", pathsPage)
  .get("/unseen", unseenPage)
  .post("/unseen/renew", renewUnseen)
  .get("/fixes", fixesPage)
  .get("/waste", wastePage)
  .get("/router", (c) => routerPage(c))
  .post("/router", changeRouter)
  .get("/errands", errandsPage)
  .post("/errands", sendErrands)
  .get("/policy", policyPage)
  .post("/policy", tryPolicyPage)
  .get("/people", peoplePage)
  .get("/share", (c) => sharePage(c))
  .post("/share", createShare)
  .post("/share/withdraw", withdrawShare)
  .get("/search", (c) => searchPage(c))
  .post("/search", importSearchData)
  .post("/search/delete", deleteSearchData)
  .get("/import", importPage);
