import { version } from "../../package.json";
import type { Hono, MiddlewareHandler } from "hono";
import { openAPIRouteHandler } from "hono-openapi";
import type { AppEnv } from "./app-env";
import { SECURITY_SCHEMES, TAGS } from "./operation";

const DESCRIPTION = `SEO audits, prerender cache, crawler analytics and AI mentions for single-page sites.

Programs send an API key in \`x-service-api-key\`. People sign in and get a session cookie. Each operation lists what it accepts.

Every error has a status and the body \`{"error", "message", "requestId"}\`, where \`error\` is one of the codes listed for the
operation. 429 comes with \`Retry-After\` in seconds.

[The crawlers known by name](/bots)`;

/** `GET /openapi.json`: OpenAPI 3.1 for all described routes, generated from the schemas that validate the requests. */
export function openApiDocument(app: Hono<AppEnv>): MiddlewareHandler {
  return openAPIRouteHandler(app, {
    documentation: {
      openapi: "3.1.0",
      info: {
        title: "Crawlready",
        version,
        description: DESCRIPTION,
      },
      tags: TAGS.map((name) => ({ name })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    // The snippet is a file.
    excludeStaticFile: false,
    // We list each error by its code; the library's own 400 would hide them.
    defaultValidationErrorResponse: false,
  });
}
