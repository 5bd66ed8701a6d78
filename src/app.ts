import { Hono } from "hono";
import { adminRoutes } from "./accounts/admin-routes";
import { analyticsRoutes } from "./analytics/routes";
import { auditRoutes } from "./audit/routes";
import type { AppEnv } from "./http/app-env";
import { onError } from "./http/errors";
import { unknownRoute } from "./http/not-found";
import { requestContext } from "./http/request-context";
import { cacheRoutes, renderRoutes } from "./prerender/routes";

/** The API: every request that is not a customer's own traffic. */
export const app = new Hono<AppEnv>()
  .use(requestContext())
  .get("/healthz", (c) => c.json({ ok: true }))
  .route("/api/admin", adminRoutes)
  .route("/api/seo-spider", auditRoutes)
  .route("/api/prerender/cache", cacheRoutes)
  .route("/api/analytics", analyticsRoutes)
  .route("/render", renderRoutes);

app.onError(onError);
app.notFound((c) => onError(unknownRoute(app, c.req.method, c.req.path), c));

export type AppType = typeof app;
