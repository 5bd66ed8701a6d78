import type { MiddlewareHandler } from "hono";
import { describeRoute, resolver } from "hono-openapi";
import * as z from "zod";
import { ERRORS, type ErrorCode } from "../errors/table";

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

/** The body of every error. */
const ErrorBody = z.looseObject({
  error: z.string(),
  message: z.string(),
  requestId: z.string(),
});

/** The tags in the order in which readers see them. */
export const TAGS = [
  "Audits",
  "Prerender cache",
  "Analytics",
  "AI mentions",
  "Sign-in",
  "Account",
  "Operator",
  "Service",
] as const;

export interface OperationSpec {
  tag: (typeof TAGS)[number];
  summary: string;
  description?: string;
  credentials: readonly Credential[];
  /** Name → description of path parameters that no schema validates. */
  pathParameters?: Record<string, string>;
  /** Status → schema of a JSON response, or null for a response without a body. */
  answers: Record<number, z.ZodType | null>;
  /** Text media types of status 200, in addition to or instead of JSON. */
  texts?: readonly string[];
  /** Error codes that this endpoint can return, besides those that all endpoints can. */
  errors: readonly ErrorCode[];
}

/** Errors grouped by status, as OpenAPI lists them. */
function errorAnswers(codes: readonly ErrorCode[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("; "),
        content: { "application/json": { schema: resolver(ErrorBody.extend({ error: z.enum(list) })) } },
      },
    ]),
  );
}

/** Describes an endpoint for the OpenAPI document: its responses, errors and credentials. */
export function operation(spec: OperationSpec): MiddlewareHandler {
  const texts = Object.fromEntries((spec.texts ?? []).map((type) => [type, { schema: { type: "string" as const } }]));
  const answers = Object.fromEntries(
    Object.entries(spec.answers).map(([status, schema]) => {
      const json = schema && { "application/json": { schema: resolver(schema) } };
      const content = { ...json, ...(status === "200" && texts) };
      return [status, { description: "Success", ...(Object.keys(content).length > 0 && { content }) }];
    }),
  );
  const general: ErrorCode[] =
    spec.credentials.length > 0 ? ["invalid_api_key", "rate_limited", "internal_error"] : ["internal_error"];
  if (spec.credentials.some((name) => name !== "operator")) general.unshift("account_suspended");
  return describeRoute({
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
    security: spec.credentials.map((name) => ({ [name]: [] })),
    responses: { ...answers, ...errorAnswers([...general, ...spec.errors]) },
  });
}
