import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "./app-env";
import { log } from "../lib/text/log";

/** Converts anything thrown into our error format. Responses never contain internal details. */
export function errorResponse(error: unknown, requestId: string, path: string): Response {
  const known = asApiError(error);
  if (!known)
    log("error", "unhandled_error", { requestId, path, error: error instanceof Error ? error.stack : String(error) });
  const answer =
    known ?? new ApiError("internal_error", "Something went wrong on our side. Quote the requestId if you report it.");
  return Response.json(answer.body(requestId), {
    status: answer.status,
    headers: {
      ...answer.headers,
      "cache-control": "no-store",
      "x-request-id": requestId,
      "x-content-type-options": "nosniff",
    },
  });
}

/** Shows an error in a form that suits the client: the message as plain text if it requested a page, JSON otherwise. */
export async function readable(request: Request, response: Response): Promise<Response> {
  if (!/\btext\/html\b/i.test((request.headers.get("accept") ?? "").slice(0, 1_000))) return response;
  const { message, requestId } = await response.json<{ message: string; requestId: string }>();
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/plain; charset=utf-8");
  return new Response(`${message}\n\nRequest ${requestId}\n`, { status: response.status, headers });
}

/** Hono's error handler. */
export function onError(error: Error, c: Context<AppEnv>): Response {
  return errorResponse(error, c.get("requestId"), c.req.path);
}

function asApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException && error.status === 400) return new ApiError("invalid_request", error.message);
  return null;
}
