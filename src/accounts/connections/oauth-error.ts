import { ApiError } from "../../errors/api-error";
import type { ErrorCode } from "../../errors/table";

/** An error in the form of OAuth (RFC 6749 §5.2), which is also the form of our own errors. */
export const oauthError = (code: ErrorCode, message: string): ApiError =>
  new ApiError(code, message, { error_description: message }, { "cache-control": "no-store" });
