import { Hono } from "hono";
import type { SiteEnv } from "../../server/page-env";
import { comparePage } from "./runs/compare-page";
import { issuePage } from "./issues/issue-page";
import { issuesPage } from "./issues/issues-page";
import { auditsPage } from "./runs/list-page";
import { mapFile, mapPage } from "./map/map-page";
import { pagePage } from "./pages/page-page";
import { pagesPage } from "./pages/pages-page";
import { runRobotsPage } from "./robots/run-robots";
import { robotsPage, tryRobotsPage } from "./robots/robots-page";
import { agentsPage } from "./runs/agents-page";
import { sitesPage } from "./runs/sites-page";
import { cancelAudit, runPage } from "./runs/run-page";
import { newAuditPage, startAudit, startListedAudit } from "./start/start-page";

/** `/app/site/:domain/audits`. A run's id may be `latest`. */
export const auditPages = new Hono<SiteEnv>()
  .get("/", auditsPage)
  .get("/new", newAuditPage)
  .post("/new", startAudit)
  .post("/new/list", startListedAudit)
  .get("/robots", robotsPage)
  .post("/robots", tryRobotsPage)
  .get("/:runId", runPage)
  .post("/:runId/cancel", cancelAudit)
  .get("/:runId/issues", issuesPage)
  .get("/:runId/issues/:issueId", issuePage)
  .get("/:runId/pages", pagesPage)
  .get("/:runId/page", pagePage)
  .get("/:runId/map", mapPage)
  .get("/:runId/map.svg", mapFile)
  .get("/:runId/robots", runRobotsPage)
  .get("/:runId/agents", agentsPage)
  .get("/:runId/compare", comparePage)
  .get("/:runId/sites", sitesPage);
