import type { Hono, MiddlewareHandler } from "hono";
import { openAPIRouteHandler } from "hono-openapi";
import type { AppEnv } from "./app-env";
import { SECURITY_SCHEMES } from "./operation";

/** `GET /openapi.json`: OpenAPI 3.1 of every described route, made from the schemas that validate. */
export function openApiDocument(app: Hono<AppEnv>): MiddlewareHandler {
  return openAPIRouteHandler(app, {
    documentation: {
      openapi: "3.1.0",
      info: {
        title: "Crawlready",
        version: "1.0.0",
        description: "SEO audits, prerender cache, crawler analytics and AI mentions for single-page sites.",
      },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    // Every error is listed by its code; the library's own 400 would only hide them.
    defaultValidationErrorResponse: false,
  });
}
