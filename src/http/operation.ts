import type { MiddlewareHandler } from "hono";
import { describeRoute, resolver, type DescribeRouteOptions } from "hono-openapi";
import type * as z from "zod";
import type { ErrorCode } from "../errors/table";

/** Credentials that an endpoint accepts, by the name of the OpenAPI security scheme. */
export type Credential = "apiKey" | "session" | "statsToken" | "operator" | "prerenderToken";

export const SECURITY_SCHEMES = {
  apiKey: { type: "apiKey", in: "header", name: "x-service-api-key", description: "An API key, crk_…" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "crawlready.session_token",
    description: "The session of a signed-in user; outside localhost the cookie name starts with __Secure-",
  },
  statsToken: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "A public stats token, crs_…: read-only access to one domain's analytics",
  },
  operator: { type: "http", scheme: "bearer", description: "The operator's ADMIN_TOKEN" },
  prerenderToken: {
    type: "apiKey",
    in: "header",
    name: "x-prerender-token",
    description: "An API key in the header that prerender middlewares use",
  },
} as const satisfies Record<Credential, object>;

/** The tags in the order in which readers see them. */
export const TAGS = {
  Audits: "Crawl a site, read what to fix, and compare runs",
  "Prerender cache": "Snapshots that crawlers get: serve, list, renew and invalidate them",
  Analytics: "Which crawlers came, what they got, and whom assistants sent",
  "AI mentions": "Ask assistants prompts, and measure how they speak of a brand",
  Webhooks: "Endpoints that are told of events, and their deliveries",
  "Sign-in": "Accounts of people: sign-up, sessions, passwords and second factors",
  Account: "Domains, keys, members, limits and exports",
  "Connected apps": "OAuth for apps that people connect, such as hosted assistants",
  Operator: "For the one who runs the service",
  Service: "The service itself: health, units and documents",
} as const;

/** Where an operation keeps its error codes until the document is made. */
export const ERROR_CODES = "x-error-codes";

export interface OperationSpec {
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  credentials: readonly Credential[];
  /** Name → description of path parameters that no schema validates. */
  pathParameters?: Record<string, string>;
  /** Status → schema of a JSON response, or null for a response without a body. */
  responses: Record<number, z.ZodType | null>;
  /** Media types of status 200, in addition to or instead of JSON. */
  texts?: readonly string[];
  /** Field → description of a body that is a form. */
  form?: Record<string, string>;
  /** The response may also be the origin's, with any status and type. */
  fromOrigin?: true;
  /** Headers of the responses: name → description. */
  headers?: Record<string, string>;
  /** Error codes that this endpoint can return, in addition to those that all endpoints can. */
  errors: readonly ErrorCode[];
}

const DESCRIPTIONS: Record<string, string> = {
  301: "The page has moved permanently",
  302: "The page has moved",
  304: "The page has not changed since the caller's copy",
  404: "The page does not exist",
  410: "The page no longer exists",
};

function formBody(fields: Record<string, string>) {
  const properties = Object.entries(fields).map(([name, description]) => [
    name,
    { type: "string" as const, description },
  ]);
  const schema = { type: "object" as const, properties: Object.fromEntries(properties) };
  return { content: { "application/x-www-form-urlencoded": { schema } } };
}

/** Describes an endpoint for the OpenAPI document: its responses, errors and credentials. */
export function operation(spec: OperationSpec): MiddlewareHandler {
  const headers = Object.entries(spec.headers ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: "string" } }] as const,
  );
  const texts = Object.fromEntries((spec.texts ?? []).map((type) => [type, { schema: { type: "string" as const } }]));
  const responses = Object.fromEntries(
    Object.entries(spec.responses).map(([status, schema]) => {
      const json = schema && { "application/json": { schema: resolver(schema) } };
      const content = { ...json, ...(status === "200" && texts) };
      return [
        status,
        {
          description: DESCRIPTIONS[status] ?? "Success",
          ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
          ...(Object.keys(content).length > 0 && { content }),
        },
      ];
    }),
  );
  if (spec.fromOrigin) responses["default"] = { description: "Any other response of the site's own server, unchanged" };
  const described: DescribeRouteOptions & { [ERROR_CODES]: readonly ErrorCode[] } = {
    tags: [spec.tag],
    summary: spec.summary,
    description: spec.description,
    parameters: Object.entries(spec.pathParameters ?? {}).map(([name, description]) => ({
      name,
      in: "path",
      required: true,
      description,
      schema: { type: "string" },
    })),
    ...(spec.form && { requestBody: formBody(spec.form) }),
    security: spec.credentials.map((name) => ({ [name]: [] })),
    responses,
    [ERROR_CODES]: spec.errors,
  };
  return describeRoute(described);
}
