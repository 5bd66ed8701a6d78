import { version } from "../../package.json";
import type { Hono, MiddlewareHandler } from "hono";
import { generateSpecs } from "hono-openapi";
import { EXTRAS } from "../errors/extras";
import { ERRORS, type ErrorCode } from "../errors/table";
import type { AppEnv } from "./app-env";
import { ERROR_CODES, SECURITY_SCHEMES, TAGS } from "./operation";
import { ANSWER_EXAMPLES, BODY_EXAMPLES, PARAMETER_EXAMPLES } from "./examples";
import { READING_ORDER } from "./reading-order";

const DESCRIPTION = `SEO audits, prerender cache, crawler analytics and AI mentions for single-page sites.

Programs send an API key in \`x-service-api-key\`. People sign in and get a session cookie. Each operation lists what it accepts.

Every error has a status and the body \`{"error", "message", "requestId"}\`, where \`error\` is one of the codes listed for the
operation. 429 comes with \`Retry-After\` in seconds. Unknown query parameters are refused; unknown fields of bodies are ignored.

[The crawlers known by name](/bots)`;

interface Answer {
  description: string;
  headers?: object;
  content?: Record<string, { schema?: object; example?: unknown }>;
}
interface Operation {
  operationId?: string;
  security?: Array<Record<string, unknown>>;
  parameters?: Array<{ name: string; schema: object; example?: unknown }>;
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, Answer>;
  [ERROR_CODES]?: readonly ErrorCode[];
}
type Paths = Record<string, Record<string, Operation>>;

/**
 * `GET /openapi.json`: OpenAPI 3.1 for all described routes, generated from the schemas that validate the requests.
 * `webhooks` describes what we send to others.
 */
export function openApiDocument(app: Hono<AppEnv>, webhooks: () => Record<string, object>): MiddlewareHandler {
  let made: ReturnType<typeof describe> | undefined;
  return async (c) => {
    const { openapi, info, ...rest } = await (made ??= describe(app, webhooks()));
    // Whoever reads the document has reached the API at this address.
    return c.json({ openapi, info, servers: [{ url: new URL(c.req.url).origin }], ...rest });
  };
}

async function describe(app: Hono<AppEnv>, webhooks: Record<string, object>) {
  const document = await generateSpecs(app, {
    documentation: {
      openapi: "3.1.0",
      info: { title: "Crawlready", version, description: DESCRIPTION, license: { name: "MIT", identifier: "MIT" } },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    // The snippet is a file.
    excludeStaticFile: false,
    // We list each error by its code; the library's own 400 would hide them.
    defaultValidationErrorResponse: false,
  });
  const described = document.paths as unknown as Paths;
  const paths: Paths = {};
  for (const [id, route] of Object.entries(READING_ORDER)) {
    const [own, path] = split(route);
    const method = own === "head" ? "get" : own;
    const found = described[path]?.[method];
    if (!found) continue;
    const complete = completed(id, method, found);
    (paths[path] ??= {})[own] = own === "head" ? withoutBodies(complete) : complete;
  }
  return { ...document, paths: { ...paths, ...unlisted(described, paths) }, webhooks };
}

/** Paths that the reading order forgot. */
function unlisted(described: Paths, paths: Paths): Paths {
  return Object.fromEntries(Object.entries(described).filter(([path]) => !(path in paths)));
}

function split(route: string): [method: string, path: string] {
  const [method = "", path = ""] = route.split(" ");
  return [method.toLowerCase(), path];
}

/** The operation with its id, its examples and the errors that follow from its method and its credentials. */
function completed(id: string, method: string, { [ERROR_CODES]: codes = [], ...operation }: Operation): Operation {
  const responses: Record<string, Answer> = { ...operation.responses };
  const anything = responses["default"] && { "*/*": { schema: {} } };
  for (const [status, answer] of Object.entries(errorResponses([...generalErrors(method, operation), ...codes])))
    responses[status] = { ...answer, content: { ...responses[status]?.content, ...answer.content } };
  for (const [status, answer] of Object.entries(responses)) {
    if (anything && status !== "304") answer.content = { ...answer.content, ...anything };
    const json = answer.content?.["application/json"];
    if (status.startsWith("2") && json && id in ANSWER_EXAMPLES) json.example = ANSWER_EXAMPLES[id];
  }
  for (const body of Object.values(operation.requestBody?.content ?? {})) body.example = BODY_EXAMPLES[id];
  const parameters = operation.parameters?.map((each) =>
    each.name in PARAMETER_EXAMPLES ? { ...each, example: PARAMETER_EXAMPLES[each.name] } : each,
  );
  return { ...operation, operationId: id, ...(parameters && { parameters }), responses };
}

function generalErrors(method: string, { security = [], requestBody }: Operation): ErrorCode[] {
  const schemes = security.flatMap((each) => Object.keys(each));
  const codes: ErrorCode[] = ["internal_error"];
  if (schemes.length > 0) codes.unshift("invalid_api_key", "rate_limited", "invalid_request");
  // Without a configured token, there are no endpoints for the operator. A host that the service does not know has no path.
  if (schemes.length === 0 || schemes.includes("operator")) codes.push("not_found");
  if (schemes.some((name) => name !== "operator")) codes.unshift("account_suspended");
  if (requestBody) codes.push("invalid_request", "invalid_json", "payload_too_large");
  if (requestBody?.content["application/json"]) codes.push("unsupported_media_type");
  // A browser sends the session's cookie automatically, so a write with it has to come from our own pages, as JSON.
  if (method !== "get" && schemes.includes("session")) codes.push("cross_origin_request", "unsupported_media_type");
  return codes;
}

function withoutBodies(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(([status, { description, headers }]) => [
    status,
    { description, ...(headers && { headers }) },
  ]);
  return { ...operation, responses: Object.fromEntries(responses) as Record<string, Answer> };
}

const TEXT = { type: "string" };

/** Errors grouped by status, as OpenAPI lists them. */
function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status);
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, errorResponse(list)]));
}

function errorResponse(codes: readonly ErrorCode[]) {
  const extras = Object.assign({}, ...codes.map((code) => EXTRAS[code] ?? {})) as Record<string, object>;
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join("; "),
    content: {
      "application/json": {
        schema: {
          type: "object" as const,
          properties: { error: { type: "string", enum: codes }, message: TEXT, requestId: TEXT, ...extras },
          required: ["error", "message", "requestId"],
        },
      },
    },
  };
}
