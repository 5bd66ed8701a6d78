import { createMcpHandler } from "@modelcontextprotocol/server";
import { Hono, type MiddlewareHandler } from "hono";
import { challenge, requireCaller, scopeOfRequest, type CallerEnv, type RequestCaller } from "../accounts";
import { OPERATIONS } from "../client";
import { ApiError } from "../errors/api-error";
import { readText } from "../http/body";
import { errorResponse } from "../http/errors";
import { requestContext } from "../http/request-context";
import { log } from "../lib/text/log";
import { ownApi } from "../api/own-api";
import { NAME_HEADERS, refusedNames } from "./define/refused-names";
import { mcpServer } from "./mcp-server";
import { TOOLS } from "./tools";
import { parseJson } from "../lib/text/json";

/** Larger than any call of a tool: 100 paths of 2,048 characters. */
const MAX_BODY_BYTES = 256 * 1024;

/** Which key a client sends as a bearer token; keys in our own header come through as they are. */
const bearerKey: MiddlewareHandler<CallerEnv> = async (c, next) => {
  const token = /^bearer +(\S{1,200})$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (token !== undefined && c.req.header("x-service-api-key") === undefined) {
    const headers = new Headers(c.req.raw.headers);
    headers.set("x-service-api-key", token);
    c.req.raw = new Request(c.req.raw, { headers });
  }
  await next();
  const wrong = c.req.header("x-service-api-key") === undefined ? null : "invalid_token";
  if (c.res.status === 401) c.header("www-authenticate", challenge(c.req.url, wrong));
};

/** Programs send no Origin. A browser does, and then only our own pages may call (DNS rebinding). */
const ownOrigin: MiddlewareHandler<CallerEnv> = async (c, next) => {
  const origin = c.req.header("origin");
  if (origin !== undefined && origin !== new URL(c.req.url).origin)
    throw new ApiError("cross_origin_request", "Pages of other origins may not call the MCP server.");
  await next();
};

/** Stateless: there is no stream to open (GET) and no session to end (DELETE). */
const postOnly: MiddlewareHandler<CallerEnv> = async (c, next) => {
  if (c.req.method !== "POST")
    throw new ApiError("method_not_allowed", "Send MCP messages with POST.", {}, { allow: "POST" });
  await next();
};

// Whether a key may do something is up to the endpoint that a tool calls, as with HTTP.
const caller = requireCaller({ kinds: ["key"], keysNeedPlan: false, connections: true });

/**
 * Refuses a tool that needs what a connected app was not allowed. The status and header make an app ask its user for more.
 * @throws ApiError `insufficient_scope`.
 */
function requireScopes(caller: RequestCaller, message: object, requestUrl: string): void {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } | null };
  const tool = method === "tools/call" ? TOOLS.find(({ name }) => name === params?.name) : undefined;
  if (caller.kind !== "connection" || !tool) return;
  const needed = tool.calls.map((id) => scopeOfRequest(OPERATIONS[id][0], OPERATIONS[id][1]));
  const missing = needed.find((scope) => scope !== null && !caller.scopes.includes(scope));
  if (!missing) return;
  const text = `The app was not allowed this ("${missing}"). A person can allow it by connecting the app again.`;
  const wanted = challenge(requestUrl, "insufficient_scope", [...new Set([...caller.scopes, missing])]);
  throw new ApiError("insufficient_scope", text, { requiredScope: missing }, { "www-authenticate": wanted });
}

const rpcError = (status: number, code: number, message: string, id: unknown = null) =>
  Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status });
/** The id of a request, to be sent back; a stranger's other values are not. */
function idOf(message: object): string | number | null {
  const { id } = message as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}
const TOOL_NAMES = TOOLS.map(({ name }) => name);

/** `/mcp`: the Model Context Protocol over streamable HTTP. Each request is independent. */
export const mcpRoutes = new Hono<CallerEnv>()
  .use(requestContext(), ownOrigin, postOnly, bearerKey, caller)
  .all("*", async (c) => {
    const text = await readText(c.req.raw, MAX_BODY_BYTES);
    const message = parseJson(text);
    if (message === undefined) return rpcError(400, -32700, "Parse error: the body is not JSON.");
    // A batch would count once against the rate limit, whatever it contains. The protocol has none since 2025-06-18.
    if (typeof message !== "object" || message === null || Array.isArray(message))
      return rpcError(400, -32600, "Send one JSON-RPC message per request; batches are not supported.");
    // Nothing here changes while a client listens, so no stream is held open.
    if ((message as { method?: unknown }).method === "subscriptions/listen")
      return rpcError(404, -32601, "Method not found: this server has no subscriptions.");
    const refused = refusedNames(
      message,
      NAME_HEADERS.map((header) => c.req.header(header)),
      TOOL_NAMES,
    );
    if (refused) return rpcError(refused.status, refused.code, refused.message, idOf(message));
    requireScopes(c.get("caller"), message, c.req.url);
    const { env, executionCtx: ctx } = c;
    const request = c.req.raw;
    const handler = createMcpHandler(
      () =>
        mcpServer({
          api: ownApi({ request, env, ctx: ctx as ExecutionContext, caller: c.get("caller") }),
          now: Date.now,
          wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        }),
      { onerror: (error) => log("info", "mcp_request_refused", { error: error.message.slice(0, 500) }) },
    );
    return handler.fetch(request, { parsedBody: message });
  });
mcpRoutes.onError((error, c) => errorResponse(error, c.get("requestId"), c.req.path));
