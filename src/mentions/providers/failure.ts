import * as z from "zod";
import type { FailureKind } from "../core/failure-kinds";
import { ProviderError } from "../core/provider-error";
import { retryAfterSeconds } from "../../lib/time/backoff";

/** Seconds to wait from `retry-after-ms` or `retry-after`; null without either. */
export function retryAfterOf(headers: Headers, now: number): number | null {
  const ms = headers.get("retry-after-ms");
  if (ms !== null && /^\d+(\.\d+)?$/.test(ms)) return Math.min(86_400, Number(ms) / 1000);
  return retryAfterSeconds(headers.get("retry-after"), now);
}

/** What an HTTP status means if the provider's error code says nothing more specific. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return "auth";
  if (status === 402) return "quota";
  if (status === 429) return "rate_limited";
  if (status === 503 || status === 529) return "overloaded";
  if (status >= 500 || status === 408 || status === 409) return "server_error";
  // An API does not redirect, so the base URL is wrong.
  if (status === 404 || status < 400) return "model_not_found";
  return "bad_request";
}

const Message = z.looseObject({ error: z.looseObject({ message: z.string() }) });

/** An error status as a failure, with the provider's explanation for the operator. */
export function failureOf(kind: FailureKind, status: number, body: unknown, retryAfter: number | null): ProviderError {
  const explanation = Message.safeParse(body).data?.error.message ?? "no explanation";
  return new ProviderError(kind, `HTTP ${status}: ${explanation}`, retryAfter);
}

/** Parses a 2xx body. @throws ProviderError `malformed` if it does not have the expected shape. */
export function readShape<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProviderError("malformed", `The answer has an unexpected shape at ${issue?.path.join(".") || "its root"}.`);
}

/** @throws ProviderError `empty` if there is no text. */
export function requireText(text: string): string {
  if (text.trim() === "") throw new ProviderError("empty", "The provider answered without any text.");
  return text;
}
