import { Hono } from "hono";
import { methodsAt } from "../http/not-found";
import { requestContext } from "../http/request-context";
import { APP_ROOT, appPath, MAIL_PAGES } from "../lib/hosts/page-paths";
import { accountPages } from "./pages/account/routes";
import { authorizePages } from "./pages/account/authorize-page";
import { auditPages } from "./pages/audits/routes";
import { cachePages } from "./pages/cache/routes";
import { crawlerPages } from "./pages/crawlers/routes";
import { sharePages } from "./pages/crawlers/share-routes";
import { docsPages } from "./pages/docs/routes";
import { domainPages, verifyPages } from "./pages/domains/routes";
import { inspectPages } from "./pages/inspect/routes";
import { mentionPages } from "./pages/mentions/routes";
import { operatorPages } from "./pages/operator/routes";
import { overviewPages } from "./pages/overview/routes";
import { problemPage } from "./pages/problem";
import { publicPages } from "./pages/public/routes";
import { stylesPage } from "./pages/public/styles-page";
import { searchPages } from "./pages/search/routes";
import { settingPages } from "./pages/settings/routes";
import { mailLinkPages } from "./pages/sign-in/mail-links";
import { signInAgain } from "./pages/sign-in/sign-in-again";
import { unsubscribePages } from "./pages/sign-in/unsubscribe-page";
import { signInPages } from "./pages/sign-in/routes";
import { assetNames, ASSET_FOLDER, serveAsset } from "./server/assets";
import { ofSite, pageContext, pagePolicy, signedIn, withReferrer } from "./server/context";
import type { PageEnv, PublicEnv, SiteEnv } from "./server/page-env";
import { ApiProblem } from "./server/read";

const site = new Hono<SiteEnv>()
  .use(ofSite())
  .route("/verify", verifyPages)
  .route("/audits", auditPages)
  .route("/cache", cachePages)
  .route("/crawlers", crawlerPages)
  .route("/mentions", mentionPages)
  .route("/inspect", inspectPages)
  .route("/settings", settingPages)
  .route("/", overviewPages);

/** For crawlers of this service's own hosts: the first page, the reference and the pages on crawlers are for everyone. */
const ROBOTS_TXT = `User-agent: *
Allow: /$
Allow: /docs
Allow: /bot
Disallow: /
`;

const signedInPages = new Hono<PageEnv>()
  .use(signedIn(signInAgain))
  .route("/", domainPages)
  .route("/account", accountPages)
  .route("/authorize", authorizePages)
  .route("/search", searchPages)
  .route("/site/:domain", site);

/**
 * The pages for people. They are served on the API's hosts, at `/`, `/look`, `/app`, `/assets/app`, `/docs`, `/bot`, where
 * mailed links lead and, unless JSON is preferred, `/bots`.
 */
export const dashboard = new Hono<PublicEnv>()
  .use(requestContext(), pagePolicy)
  .get(`${ASSET_FOLDER}:file`, async (c) => {
    return (await serveAsset(c.env, c.req.url, c.req.param("file"))) ?? c.text("There is no such file.", 404);
  })
  .get("/favicon.ico", async (c) => c.redirect((await assetNames(c.env, c.req.url))["favicon.svg"]!, 301))
  .get("/robots.txt", (c) => c.text(ROBOTS_TXT, 200, { "cache-control": "public, max-age=86400" }))
  .route("/", publicPages)
  .route(`${APP_ROOT}/share`, sharePages)
  .route("/", docsPages)
  .use(`${APP_ROOT}/*`, pageContext())
  .use(MAIL_PAGES.proof, withReferrer("strict-origin"), pageContext())
  .use(MAIL_PAGES.reset, withReferrer("strict-origin"), pageContext())
  .use(MAIL_PAGES.digest, withReferrer("strict-origin"), pageContext())
  .get(appPath("_styles"), stylesPage)
  .route("/", mailLinkPages)
  .route("/", unsubscribePages)
  .route(appPath("operator"), operatorPages)
  .route(APP_ROOT, signInPages)
  .route(APP_ROOT, signedInPages)
  .notFound((c) => {
    if (c.req.path.endsWith("/") && c.req.method === "GET")
      return c.redirect(`/${c.req.path.replace(/^\/+|\/+$/g, "")}${new URL(c.req.url).search}`, 301);
    const allowed = methodsAt(dashboard, c.req.path).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method));
    if (allowed.length === 0) return problemPage(new ApiProblem(404, "not_found", "There is no such page.", {}), c);
    c.header("allow", allowed.join(", "));
    return problemPage(new ApiProblem(405, "method_not_allowed", "This page can’t be asked in this way.", {}), c);
  })
  .onError((error, c) => problemPage(error, c));
