import { Hono } from "hono";
import * as z from "zod";
import { accountArchive } from "./account-export";
import { accountRoutes } from "./accounts/account-routes";
import { adminRoutes } from "./accounts/admin-routes";
import { authRoutes } from "./accounts/auth-routes";
import { domainNameRoutes } from "./accounts/domain-name-routes";
import { catalogueRoutes } from "./analytics/catalogue-routes";
import { logRoutes } from "./analytics/log-routes";
import { referralRoutes, snippetRoutes } from "./analytics/referral-routes";
import { analyticsRoutes } from "./analytics/routes";
import { auditResultRoutes } from "./audit/result-routes";
import { auditRoutes } from "./audit/routes";
import { deployRoutes } from "./automation/deploy-hook/routes";
import { describeWebhooks } from "./automation/webhooks/describe-webhooks";
import { webhookRoutes } from "./automation/webhooks/routes";
import type { AppEnv } from "./http/app-env";
import { insightsRoutes } from "./insights/routes";
import { onError } from "./http/errors";
import { openApiDocument } from "./http/openapi";
import { operation } from "./http/operation";
import { unknownRoute } from "./http/not-found";
import { requestContext } from "./http/request-context";
import { mailRoutes } from "./mail/routes";
import { replayAnalysis } from "./mentions";
import { mentionRoutes } from "./mentions/routes";
import { prerenderRoutes, renderRoutes } from "./prerender/routes";
import { serviceRoutes } from "./service-routes";
import { usageOf } from "./usage";

const health = operation({
  tag: "Service",
  summary: "Check whether the service can handle requests",
  credentials: [],
  answers: { 200: z.object({ ok: z.literal(true) }) },
  errors: [],
});

/** The API. It handles every request that is not for a customer's own site. */
export const app = new Hono<AppEnv>()
  .use(requestContext())
  .get("/healthz", health, (c) => c.json({ ok: true }))
  .route("/api/admin", adminRoutes)
  .route("/api/admin", mailRoutes)
  .route("/api/admin", serviceRoutes)
  .route("/api/auth", authRoutes)
  .route("/api/account", accountRoutes({ usageOf, archiveOf: accountArchive, replayAnswers: replayAnalysis }))
  .route("/api/domains", domainNameRoutes)
  .route("/api/seo-spider", auditRoutes)
  .route("/api/seo-spider", auditResultRoutes)
  .route("/api/prerender", prerenderRoutes)
  .route("/api/deploys", deployRoutes)
  .route("/api/analytics", analyticsRoutes)
  .route("/api/analytics", logRoutes)
  .route("/api/analytics", referralRoutes)
  .route("/api/analytics", insightsRoutes)
  .route("/api/ai-mentions", mentionRoutes)
  .route("/api/webhooks", webhookRoutes)
  .route("/bots", catalogueRoutes)
  .route("/", snippetRoutes)
  .route("/render", renderRoutes);

app.get("/openapi.json", openApiDocument(app, describeWebhooks));
app.onError(onError);
app.notFound((c) => onError(unknownRoute(app, c.req.method, c.req.path), c));

export type AppType = typeof app;
