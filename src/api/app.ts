import { Hono } from "hono";
import * as z from "zod";
import { version } from "../../package.json";
import { accountArchive } from "./account-export";
import { accountRoutes } from "../accounts/account/account-routes";
import { adminRoutes } from "../accounts/operator/admin-routes";
import { authRoutes } from "../accounts/sign-in/auth-routes";
import { oauthRoutes } from "../accounts/connections/oauth-routes";
import { limitOperator } from "../accounts/middleware/limit-operator";
import { domainNameRoutes } from "../accounts/domains/domain-name-routes";
import { catalogueRoutes } from "../analytics/catalogue/catalogue-routes";
import { logRoutes } from "../analytics/logs/log-routes";
import { referralRoutes, snippetRoutes } from "../analytics/referrals/referral-routes";
import { analyticsRoutes } from "../analytics/routes";
import { auditResultRoutes } from "../audit/result-routes";
import { auditRoutes } from "../audit/routes";
import { deployRoutes } from "../automation/deploy-hook/routes";
import { describeWebhooks } from "../automation/webhooks/describe-webhooks";
import { webhookRoutes } from "../automation/webhooks/routes";
import { doctorRoutes } from "../doctor/routes";
import { signerOf } from "../env";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { hostnameRoutes } from "../hostnames/routes";
import { factsRoutes } from "../insights/facts/facts-routes";
import { firstRoutes } from "../insights/first-routes";
import { errandRoutes } from "../insights/errands/errand-routes";
import { routerReads, routerWrites } from "../insights/router/router-routes";
import { insightsRoutes } from "../insights/routes";
import { searchRoutes } from "../insights/search-routes";
import { onError } from "../http/errors";
import { openApiDocument } from "../http/openapi";
import { operation } from "../http/operation";
import { unknownRoute } from "../http/not-found";
import { requestContext } from "../http/request-context";
import { noQuery } from "../http/validate";
import { operatorClaim } from "../http/require-operator";
import { DIRECTORY_PATH, DIRECTORY_TYPE } from "../lib/crypto/request-signer";
import { mailRoutes } from "../mail/routes";
import { replayAnalysis } from "../mentions";
import { mentionRoutes } from "../mentions/routes";
import { lookRoutes } from "../prerender/look/look-routes";
import { renderRoutes } from "../prerender/serve/render-routes";
import { ledgerRoutes } from "../prerender/ledger-routes";
import { prerenderRoutes } from "../prerender/routes";
import { operationRoutes } from "../operations/routes";
import { discoveryRoutes } from "./discovery-routes";
import { domainUsageRoutes } from "./domain-usage-routes";
import { deadLetterRoutes } from "./dead-letter-routes";
import { serviceRoutes } from "./service-routes";
import { usageOf } from "./usage";

const health = operation({
  tag: "Service",
  summary: "Check whether the service can handle requests",
  description: "With the operator's bearer token, the response also has the version of the service.",
  credentials: [],
  responses: { 200: z.object({ ok: z.literal(true), version: z.string().optional() }) },
  errors: [],
});

const keys = operation({
  tag: "Service",
  summary: "Read the keys that sign our requests to sites",
  description:
    "The directory of Web Bot Auth: the public keys of our crawler, as a JSON Web Key Set. The response is signed too. 404 if the operator has set no keys.",
  credentials: [],
  responses: { 200: null },
  texts: [DIRECTORY_TYPE],
  errors: ["invalid_request", "not_found"],
});

/** The API. It handles every request that is not for a customer's own site. */
export const app = new Hono<AppEnv>()
  .use(requestContext())
  .get("/healthz", health, async (c) => {
    const isOperator = (await operatorClaim(c)) === "right";
    return c.json({ ok: true as const, ...(isOperator && { version }) });
  })
  .get(DIRECTORY_PATH, keys, noQuery, async (c) => {
    const signer = signerOf(c.env);
    if (!signer) throw new ApiError("not_found", "The service does not sign its requests.");
    const { directory, headers } = await signer.directory(new URL(c.req.url), Date.now());
    const kept = { "content-type": DIRECTORY_TYPE, "cache-control": "public, max-age=3600" };
    return c.body(JSON.stringify(directory), 200, { ...kept, ...headers });
  })
  .route("/", oauthRoutes)
  .route("/", discoveryRoutes)
  .use("/api/admin/*", limitOperator())
  .route("/api/admin", adminRoutes)
  .route("/api/admin", mailRoutes)
  .route("/api/admin", serviceRoutes)
  .route("/api/admin", deadLetterRoutes)
  .route("/api/admin", operationRoutes)
  .route("/api/admin", doctorRoutes)
  .route("/api/auth", authRoutes)
  .route("/api/account", accountRoutes({ usageOf, archiveOf: accountArchive, replayAnswers: replayAnalysis }))
  .route("/api/domains", domainNameRoutes)
  .route("/api/domains", hostnameRoutes)
  .route("/api/domains", domainUsageRoutes)
  .route("/api/seo-spider", auditRoutes)
  .route("/api/seo-spider", auditResultRoutes)
  .route("/api/prerender", prerenderRoutes)
  .route("/api/prerender", ledgerRoutes)
  .route("/api/look", lookRoutes)
  .route("/api/deploys", deployRoutes)
  .route("/api/analytics", analyticsRoutes)
  .route("/api/analytics", logRoutes)
  .route("/api/analytics", referralRoutes)
  .route("/api/analytics", insightsRoutes)
  .route("/api/analytics", firstRoutes)
  .route("/api/analytics", routerReads)
  .route("/api/analytics", errandRoutes)
  .route("/api/analytics", routerWrites)
  .route("/api/analytics", searchRoutes)
  .route("/api/analytics", factsRoutes)
  .route("/api/ai-mentions", mentionRoutes)
  .route("/api/webhooks", webhookRoutes)
  .route("/bots", catalogueRoutes)
  .route("/", snippetRoutes)
  .route("/render", renderRoutes);

app.get("/openapi.json", openApiDocument(app, describeWebhooks));
app.onError(onError);
app.notFound((c) => onError(unknownRoute(app, c.req.method, c.req.path), c));
